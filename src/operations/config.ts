import { z } from 'zod';
import { environmentName, SETTING_NAMES } from '../core/resolve-config.ts';
import { redactPassword } from '../core/text/redact-password.ts';
import { defineOperation } from './operation.ts';

export const config = defineOperation({
  name: 'config',
  summary: 'Print every setting, its value and where it comes from',
  description:
    'Settings come from dossier.config.json, DOSSIER_* environment variables and flags; the last one wins.',
  topic: 'Index and store',
  input: z.object({}),
  output: z.object({
    root: z.string(),
    settings: z.array(
      z.object({ name: z.string(), value: z.unknown(), origin: z.string(), environment: z.string() }),
    ),
  }),
  effect: 'read',
  http: { notServed: 'shows settings and paths of the server' },
  examples: [
    { title: 'See what applies here', command: 'dossier config' },
    { title: 'Change one for this call', command: 'DOSSIER_MAX_TOKENS=4000 dossier config' },
  ],
  async run(engine) {
    const settings = SETTING_NAMES.map((name) => ({
      name,
      value: shown(name, settingOf(engine.config, name)),
      origin: engine.configOrigins[name] ?? 'default',
      environment: environmentName(name),
    }));
    return { root: engine.root, settings };
  },
  print({ root, settings }) {
    const rows = settings.map(({ name, value, origin }) => [name, show(value), origin]);
    const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
    return [`root  ${root}`, '', ...lines].map((line) => line.trimEnd()).join('\n');
  },
});

function settingOf(config: object, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], config);
}

/** A store address may contain a password, and printed settings end up in logs and reports. */
function shown(name: string, value: unknown): unknown {
  return name === 'store' && typeof value === 'string' ? redactPassword(value) : value;
}

function show(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
