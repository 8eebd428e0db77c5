import { PassThrough, type Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { greetClient } from './greet-client.ts';

const GREETINGS = { '2025-06-18': { initialize: { protocolVersion: '2025-06-18' }, tools: { tools: [] } } };

const message = (body: object) => `${JSON.stringify({ jsonrpc: '2.0', ...body })}\n`;
const initialize = (protocolVersion: unknown = '2025-06-18') =>
  message({ id: 0, method: 'initialize', params: { protocolVersion } });
const initialized = message({ method: 'notifications/initialized' });
const list = message({ id: 'a', method: 'tools/list' });

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) text += part;
  return text;
}

/** What the client is told, and what the server is then given, when the client says this and hangs up. */
async function greeted(said: readonly Buffer[]) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  for (const chunk of said) stdin.write(chunk);
  stdin.end();
  const { input, answered } = await greetClient({ stdin, stdout }, GREETINGS);
  stdout.end();
  return { told: await textOf(stdout), left: await textOf(input), answered: [...answered] };
}

it('answers the first requests, and gives the server all that was said', async () => {
  const said = initialize() + initialized + list;
  const { told, left, answered } = await greeted([Buffer.from(said)]);
  expect(told).toBe(
    message({ id: 0, result: GREETINGS['2025-06-18'].initialize }) +
      message({ id: 'a', result: { tools: [] } }),
  );
  expect(left).toBe(said);
  expect(answered).toEqual([0, 'a']);
});

it.each([
  ['a version it does not know', initialize('2031-01-01')],
  ['a name that every object has', initialize('constructor')],
  ['a version that is none', initialize(7)],
  ['a list before a greeting', list],
  ['a batch', `[${initialize().trim()}]\n`],
  ['no JSON', 'hello\n'],
  ['nothing', ''],
])('leaves %s to the server', async (_what, said) => {
  expect(await greeted([Buffer.from(said)])).toEqual({ told: '', left: said, answered: [] });
});

it('answers nothing behind a message that is the server’s, and no second greeting', async () => {
  const ping = message({ id: 5, method: 'ping' });
  expect((await greeted([Buffer.from(initialize() + ping + list)])).answered).toEqual([0]);
  expect((await greeted([Buffer.from(initialize() + initialize())])).answered).toEqual([0]);
  const page = message({ id: 6, method: 'tools/list', params: { cursor: 'x' } });
  expect((await greeted([Buffer.from(initialize() + page)])).answered).toEqual([0]);
});

it('never loses or changes a byte, in whatever pieces it comes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constantFrom(initialize(), initialized, list), fc.string({ unit: 'binary' }))),
      fc.array(fc.nat({ max: 400 })),
      async (parts, cuts) => {
        const said = Buffer.from(parts.join(''));
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, said.length)).sort((a, b) => a - b),
          said.length,
        ];
        const chunks = places.slice(1).map((end, at) => said.subarray(places[at], end));
        expect((await greeted(chunks.filter((chunk) => chunk.length > 0))).left).toBe(said.toString('utf8'));
      },
    ),
  );
});
