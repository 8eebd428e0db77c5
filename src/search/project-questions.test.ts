import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersTopic, projectQuestion } from './project-questions.ts';

describe('a question about the whole project', () => {
  it.each([
    ['overview', ['what does this project do', "what's this project about?", 'explain this codebase to me']],
    [
      'overview',
      ['give me an overview', "I'm new here, what is this?", 'what problem does this library solve'],
    ],
    [
      'layout',
      ['where do I start reading the code', 'how is this repo laid out?', "what's the architecture"],
    ],
    ['layout', ['where is the entry point', 'how does this project work', 'give me a tour of the codebase']],
    ['tests', ['how do I run the tests', 'run the test suite', 'how do I run a single test']],
    ['development', ['how do I build the project', 'set up the development environment', 'how to compile']],
    ['setup', ['how do I run this', 'getting started', 'how can I use this library in my project']],
    ['contribute', ['how do I contribute', 'coding conventions', 'what are the rules for commit messages']],
    ['changes', ['changelog', 'what changed in the last version', "what's new in this version"]],
    ['release', ['how is a release made', 'what does the CI pipeline do']],
    ['deploy', ['how do I deploy this', 'how is the app deployed to production', 'how can I self-host it']],
    ['deploy', ['run it in docker', 'is there a docker image']],
    ['dependencies', ['what dependencies does it have', "what's the tech stack"]],
    ['licence', ['what license is this under']],
  ])('is about its %s', (topic, questions) => {
    expect(questions.map((question) => projectQuestion(question)?.topic.name)).toEqual(
      questions.map(() => topic),
    );
  });
  it.each([
    'how does the test runner start workers',
    'where are the tests for the parser',
    'how do I run tests in parallel',
    'how does the project scanner find files',
    'how is the release lock acquired',
    'structure of the index',
    'how does the install command work',
    'how do I set up a proxy',
    'how do I start a transaction',
    'where is the license header checked',
    'run a query',
    'where is the docker client created',
    'application',
    'Lint',
    'build',
  ])('is not: %s', (question) => expect(projectQuestion(question)).toBeUndefined());
  it('may name the project, which its documents then have as their title', () => {
    expect(projectQuestion('what is hono?')).toMatchObject({ topic: { name: 'overview' }, named: 'hono' });
    expect(projectQuestion('what does hono do')).toMatchObject({ named: 'hono' });
    expect(projectQuestion('what is this')?.named).toBeUndefined();
  });
  it('in another language has the telling words of its translation, and none for the project itself', () => {
    expect(projectQuestion('', 'что делает этот проект')?.topic.name).toBe('overview');
    expect(projectQuestion('run test', 'cómo ejecuto las pruebas')?.topic.name).toBe('tests');
    expect(projectQuestion('', 'где это')).toBeUndefined();
  });
  it('or not, for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void projectQuestion(text, text)));
  });
});

describe('the files that answer', () => {
  const topicOf = (text: string) => {
    const topic = projectQuestion(text)?.topic;
    if (topic === undefined) throw new Error(`"${text}" should be about the project`);
    return topic;
  };
  it('are those of the root before those of a part', () => {
    const topic = topicOf('what does this project do');
    expect(answersTopic(topic, 'README.md')).toBe(1);
    expect(answersTopic(topic, 'packages/core/README.md')).toBeLessThan(0.5);
    expect(answersTopic(topic, 'a/b/c/d/README.md')).toBe(0);
    expect(answersTopic(topic, 'src/readme-parser.ts')).toBe(0);
  });
  it.each([
    [
      'how do I run the tests',
      ['CONTRIBUTING.md', '.github/CONTRIBUTING.md', 'Makefile', 'tox.ini', 'package.json'],
    ],
    ['how do I run this', ['README.rst', 'docs/installation.md', 'docker-compose.yml']],
    ['what changed in the last version', ['CHANGELOG.md', 'HISTORY.rst']],
    ['what dependencies does it have', ['go.mod', 'Cargo.toml', 'pyproject.toml', 'pom.xml']],
    ['what license is this under', ['LICENSE', 'LICENSE-MIT', 'COPYING']],
    ["what's the architecture", ['ARCHITECTURE.md', 'docs/architecture/overview.md', 'AGENTS.md']],
    ['how is a release made', ['.github/workflows/release.yml', 'docs/releasing.md']],
    ['how do I deploy this', ['README.md', 'docs/deployment.md', 'docker/Dockerfile', 'compose.yaml']],
  ])('of "%s" are the usual ones', (question, paths) => {
    const topic = topicOf(question);
    for (const path of paths) expect.soft(answersTopic(topic, path), path).toBeGreaterThan(0);
  });
});
