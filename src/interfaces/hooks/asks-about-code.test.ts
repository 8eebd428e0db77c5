import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksAboutCode, surelyAsksAboutCode } from './asks-about-code.ts';

interface Labelled {
  readonly prompt: string;
  readonly label: 'context' | 'silent';
}
const labelled: readonly Labelled[] = readFileSync(
  new URL('../../../training/prompts/prompts.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const answered = (label: Labelled['label']) => {
  const own = labelled.filter((row) => row.label === label);
  return own.filter(({ prompt }) => asksAboutCode(prompt)).length / own.length;
};

describe('a prompt asks about code', () => {
  it('as labelled, in eight languages: nearly all of those that do, nearly none of the others', () => {
    expect(answered('context')).toBeGreaterThanOrEqual(0.95);
    expect(answered('silent')).toBeLessThanOrEqual(0.02);
  });

  it.each([
    'MAX_PACKET_SIZE',
    'src/auth/session.ts',
    'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: 1',
    'Why does the invoice total ignore the discount?',
    'Warum fehlt im Export die letzte Zeile?',
    'добавь проверку адреса в форму заказа',
    '给导出加一个进度条',
    'Hey, good morning! Can you please make the cards on the dashboard draggable?',
    'npm run build gives me: Module not found: ./theme in src/ui',
    'C:\\work\\shop\\src\\cart.ts',
    '@release-notes.mdc',
  ])('%s', (prompt) => {
    expect(asksAboutCode(prompt)).toBe(true);
  });

  it.each([
    'please continue where you left off',
    'thanks a lot, that was quick!',
    'commit everything and push',
    'which model are you?',
    " ! [rejected] main -> main (non-fast-forward)\nerror: failed to push some refs to 'origin'\n\npull first",
    'fatal: not a git repository (or any of the parent directories): .git\n\nwrong folder',
    'what is the difference between TCP and UDP?',
    'bitte fass dich kürzer',
    'spasibo, отлично, давай дальше',
    'RESTとGraphQLの違いって何?',
    '',
    'export API_KEY=abc',
    'chmod +x scripts/*.sh',
    'python3 -m http.server 8000',
    'I have pushed it now',
    'it still does not work, try again',
    'show .env variables',
    'hi\n\nme again, it is 06:27:45 here',
    '(base) ada@lab-3:~$ sudo snap install multipass\nsudo: snap: command not found\nfatal error: nothing done',
  ])('not %s', (prompt) => {
    expect(asksAboutCode(prompt)).toBe(false);
  });

  it('surely, only if it does', () => {
    for (const { prompt } of labelled)
      if (surelyAsksAboutCode(prompt)) expect(asksAboutCode(prompt), prompt).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !surelyAsksAboutCode(text) || asksAboutCode(text)),
    );
  });

  it('by what was typed, not by the files that an editor puts before it', () => {
    const open = '# Context from my IDE setup:\n\n## Open tabs:\n- cart.ts: src/cart.ts\n'.padEnd(3000, '.');
    fc.assert(
      fc.property(fc.constantFrom(...labelled), ({ prompt }) => {
        const sent = `${open}\n\n## My request for Codex:\n${prompt}`;
        expect(asksAboutCode(sent)).toBe(asksAboutCode(prompt));
      }),
    );
  });

  it('or not, for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof asksAboutCode(text) === 'boolean'));
  });
});
