import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDrafts } from './find-drafts.ts';
import { readTranscript, type Step } from './read-transcript.ts';

const user = (text: string): Step => ({ kind: 'user', text });
const agent = (text: string): Step => ({ kind: 'assistant', text });
const edit = (path: string): Step => ({ kind: 'edit', path, creates: false });
const ran = (command: string, output = ''): Step => ({ kind: 'command', command, failed: false, output });
const broke = (command: string, output: string): Step => ({ kind: 'command', command, failed: true, output });
const kinds = (steps: readonly Step[]) => findDrafts(steps).map(({ kind }) => kind);

describe('drafts from a session', () => {
  it('a correction that holds beyond the edit', () => {
    const steps = [
      user('add a flag'),
      edit('gen/flags.go'),
      user('stop, never edit gen/ by hand here, run make gen'),
    ];
    expect(findDrafts(steps)).toMatchObject([
      { kind: 'correction', text: 'Never edit gen/ by hand here, run make gen' },
    ]);
  });
  it.each(['no, make it blue', 'never mind, all fine here', 'no problem, we have time', 'thanks'])(
    'no correction: %s',
    (text) => {
      expect(kinds([user('paint it'), edit('a.css'), user(text)])).toEqual([]);
    },
  );
  it('a check that fails and passes after a change elsewhere; not a slip of the agent, not red before green', () => {
    const failing = broke('npm test', 'Error: expected 1 to be 2');
    expect(
      kinds([user('why'), failing, edit('src/clock.ts'), ran('npm test'), agent('The zone was unset.')]),
    ).toEqual(['fix']);
    expect(kinds([edit('src/clock.ts'), failing, edit('src/clock.ts'), ran('npm test')])).toEqual([]);
    const missing = broke('npm test', 'ImportError: cannot import name x');
    expect(kinds([edit('test/a.ts'), missing, edit('src/a.ts'), ran('npm test')])).toEqual([]);
  });
  it('a command in another form; not the same again, not a search, not a hiccup', () => {
    const missing = broke('pytest tests', 'bash: pytest: command not found');
    expect(kinds([missing, ran('uv run pytest tests')])).toEqual(['command']);
    expect(kinds([missing, ran('pytest tests')])).toEqual([]);
    expect(kinds([broke('grep foo src', ''), ran('grep food src')])).toEqual([]);
    expect(kinds([broke('docker pull app', 'read ECONNRESET'), ran('docker pull app:2')])).toEqual([]);
  });
  it('an attempt undone for a reason, and a decision in a commit message', () => {
    expect(
      kinds([
        user('try it'),
        edit('a.yaml'),
        agent('It is slower, because of the join.'),
        user('undo it then'),
        ran('git restore a.yaml'),
      ]),
    ).toEqual(['revert']);
    expect(
      kinds([ran('git commit -m "feat: x" -m "We use one table instead of two because joins are slow."')]),
    ).toEqual(['decision']);
    expect(kinds([ran('git commit -m "feat: add x"')])).toEqual([]);
  });
});

it('never fails on a transcript, whatever its lines', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 20 }), (lines) => {
      expect(Array.isArray(findDrafts(readTranscript(lines.join('\n'))))).toBe(true);
    }),
  );
});
