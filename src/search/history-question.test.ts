import { describe, expect, test } from 'vitest';
import { historyQuestion } from './history-question.ts';

describe('a question about history', () => {
  test.each([
    ['what changed recently in the css plugin', 'changes', 'the css plugin'],
    ['what changed in Str recently', 'changes', 'Str'],
    ['what changed in the parser in the last 2 weeks?', 'changes', 'the parser'],
    ['recent changes to src/click/core.py', 'changes', 'src/click/core.py'],
    ["what's new in the router", 'changes', 'the router'],
    ['who wrote the vet controller', 'people', 'the vet controller'],
    ['hey, can you tell me who owns the hmr code?', 'people', 'the hmr code'],
    ['who last changed PetValidator', 'people', 'PetValidator'],
    ['who are the maintainers of the queue', 'people', 'the queue'],
  ])('%s: %s of %s', (text, topic, subject) => {
    expect(historyQuestion(text)).toEqual({ topic, subject });
  });
  test.each([
    ['what changed recently', 'changes'],
    ['what changed this week', 'changes'],
    ['recent changes', 'changes'],
    ['show me the latest commits', 'changes'],
    ["what's new", 'changes'],
    ['what changed in this repo lately', 'changes'],
    ['who maintains this project', 'people'],
    ['who wrote this', 'people'],
    ['who are the main contributors', 'people'],
  ])('%s: %s of the project', (text, topic) => {
    expect(historyQuestion(text)).toEqual({ topic });
  });
  test.each([
    'what changes the state of the button',
    'who calls render',
    'what happens when the upload fails',
    'new router',
    "what's new in this version",
    'what changed in the last release',
    'latest version of the schema',
    'where are the recent files kept',
    'what changed\nTypeError: x is undefined',
  ])('%s is not one', (text) => {
    expect(historyQuestion(text)).toBeUndefined();
  });
});
