import type { Client } from '../../../src/interfaces/http/client.ts';

/** Three causes, each told in several ways, so that there are groups with some width to find. */
const CAUSES = [
  {
    name: 'shared temporary folder between tests',
    told: [
      'Two upload tests write to the same temporary folder, and the one that ends first removes the files of the other',
      'The temporary folder is shared by every upload test, so a file of one test is found and counted by the next',
      'An upload test left its files in the shared temporary folder and the following test took them for its own',
      'Both upload tests clean the temporary folder they share while the other one still reads its files from it',
    ],
  },
  {
    name: 'stale cache entry after a migration',
    told: [
      'After the migration the cache still held entries in the old form, and the reader took them without a look at their version',
      'A cache entry written before the migration was served afterwards, with the fields of the old schema',
      'The migration changes the schema but not the key of the cache, so an old entry is read as if it were new',
      'The old entries stay in the cache when the migration has run, and readers get fields that are gone',
    ],
  },
  {
    name: 'proxy strips the cookie header',
    told: [
      'The proxy in front of the server strips the cookie header from every reply, so the login is lost at once',
      'The login cookie never arrives because the proxy removes the header before the browser sees the reply',
      'A rule of the proxy drops the cookie header of the login reply, and the next request comes without a session',
      'Behind the proxy the reply to a login has no cookie header any more, so each request starts a new session',
    ],
  },
];

/** Records an attempt that failed for one of three causes. */
export async function liveExperience(client: Client, number: number, surprise?: string): Promise<void> {
  const { name = '', told = [] } = CAUSES[number % CAUSES.length] ?? {};
  const { id } = await client.experienceStart({
    domain: 'debugging',
    strategy: 'check-assumptions',
    goal: `Repair run ${number}: ${name}`,
    hypothesis: `It is not the ${name}`,
    action: `Look at run ${number} without the ${name}`,
    prediction: 'It passes',
    session: `s${number}`,
  });
  await client.experienceResolve({
    id,
    outcome: 'falsified',
    result: `Run ${number} failed: ${name}`,
    surprise: surprise ?? told[number % told.length] ?? name,
    rootCause: 'wrong-assumption',
  });
}
