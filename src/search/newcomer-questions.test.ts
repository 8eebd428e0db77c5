import { describe, expect, it } from 'vitest';
import { camelCase, exampleQuestions, tellingFile, titleIn } from './newcomer-questions.ts';

const file = (path: string, commitCount: number, role = 'source') => ({
  path,
  role,
  commitCount,
  lineCount: 80,
});
const FILES = [
  file('src/fit/fit-to-budget.ts', 9),
  file('src/fit/count-tokens.ts', 8),
  file('src/fit/cut.ts', 2),
  file('src/stores/sqlite.ts', 3),
  file('src/stores/memory.ts', 3),
  file('src/stores/open-store.ts', 1),
  file('test/fit/fit-to-budget.test.ts', 20, 'test'),
  file('src/main.ts', 30),
];

describe('exampleQuestions', () => {
  it('asks what the project does, where its busiest part handles errors and what calls what', () => {
    expect(exampleQuestions({ files: FILES, title: 'Dossier', name: 'fitToBudget' })).toEqual([
      'What does Dossier do?',
      'Where are errors in fit handled?',
      'What calls fitToBudget?',
      'How are stores tested?',
    ]);
  });

  it('asks about the little there is', () => {
    const files = [file('retry-policy.ts', 1)];
    expect(exampleQuestions({ files, title: 'uploads' })).toEqual([
      'What does uploads do?',
      'How does retry policy work?',
    ]);
    expect(exampleQuestions({ files: [], title: 'uploads' })).toEqual([]);
    expect(exampleQuestions({ files: [file('related_descriptors.py', 1)], title: 'orm' })).toContain(
      'How do related descriptors work?',
    );
  });

  it('asks about files where one folder holds everything', () => {
    const files = ['app', 'cli', 'helpers', 'blueprints', 'sessions', 'templating'].map((name, index) =>
      file(`src/flask/${name}.py`, 90 - index),
    );
    expect(exampleQuestions({ files, title: 'Flask' })).toEqual([
      'What does Flask do?',
      'Where are errors in flask handled?',
      'How are blueprints tested?',
      'How do sessions work?',
    ]);
  });

  it('takes no name from tests, nor one that says nothing', () => {
    expect(tellingFile(FILES)?.path).toBe('src/fit/fit-to-budget.ts');
    expect(tellingFile([file('main.ts', 9), file('a-test.ts', 9, 'test')])).toBeUndefined();
    expect(camelCase('src/fit/fit-to-budget.ts')).toBe('fitToBudget');
  });
});

describe('titleIn', () => {
  it.each([
    ['# Dossier\n\ntext', 'Dossier'],
    ['intro\n# `left-pad` ![ci](https://ci.example.org/badge.svg)\n', 'left-pad'],
    ['# Build better things, faster, with less effort\n', undefined],
    ['# <img src="logo.svg">\n', undefined],
    ['no heading', undefined],
  ])('reads %j', (readme, title) => {
    expect(titleIn(readme)).toBe(title);
  });
});
