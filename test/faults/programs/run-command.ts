import { openDossier } from '../../../src/index.ts';
import { randomFrom } from '../../http/random-requests.ts';
import { changeFiles, learnSomething, rememberSomething } from '../small-project.ts';

/** Does one thing again and again until it is killed, and prints what was acknowledged. */
const [command = '', root = '', store = '', seed = '0', ...rest] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const dossier = openDossier({ root, store, project: 'p', settings: { 'embedder.kind': 'none' } });
const say = (text: string) => process.stdout.write(`${text};\n`);

const commands: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
  index: async () => {
    changeFiles(root, random);
    say('began');
    await dossier.index();
  },
  watch: () =>
    dossier.index(
      { watch: true },
      { progress: ({ phase }) => (phase === 'watching' ? say('began') : undefined) },
    ),
  remember: async () => {
    const { id } = await rememberSomething(dossier, random);
    say(`memory ${id}`);
    say('began');
  },
  learn: async (round) => {
    const { id } = await learnSomething(dossier, random);
    say(`experience ${id}`);
    say('began');
    if (round % 3 === 2) await dossier.valuesCluster();
  },
  migrate: async () => {
    const [from = '', owner = ''] = rest;
    say('began');
    await dossier.migrate({ from, to: store, owner });
    say('migrated');
    // There is one copy to be made: the blow comes late, and finds it whole.
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
};

for (let round = 0; ; round++) await commands[command]?.(round);
