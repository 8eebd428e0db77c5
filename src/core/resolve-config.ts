import { z } from 'zod';
import { type Config, configSchema } from './config.ts';
import { describeProblems } from './describe-problems.ts';
import { DossierError } from './errors.ts';
import { rejectUntrustedSettings } from './untrusted-settings.ts';

export type ConfigOrigin = 'default' | 'file' | 'environment' | 'flag';

interface ResolvedConfig {
  readonly config: Config;
  /** Where each setting came from, by dotted name. Settings not listed are defaults. */
  readonly origins: Readonly<Record<string, ConfigOrigin>>;
}

interface ConfigLayers {
  /** Parsed content of `dossier.config.json`, its path for messages, and whether the user chose or trusts it. */
  readonly file?: { readonly path: string; readonly content: unknown; readonly trusted: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Merges the layers: file < environment (`DOSSIER_MAX_TOKENS`, `DOSSIER_INDEX_COMMITS`) < flags. */
export function resolveConfig(layers: ConfigLayers): ResolvedConfig {
  const merged: Record<string, unknown> = {};
  const origins: Record<string, ConfigOrigin> = {};
  if (layers.file !== undefined) {
    // Validated alone first, so that a message can name the file.
    const { path, content } = layers.file;
    const checked = configSchema.safeParse(content);
    if (!checked.success) {
      throw new DossierError(
        'invalid-input',
        `${path} is not valid: ${describeProblems(checked.error, content)}. Known settings: ${SETTING_NAMES.join(', ')}.`,
      );
    }
    for (const [name, value] of leavesOf(content)) place(name, value, 'file');
  }
  for (const name of SETTING_NAMES) {
    const text = layers.environment[environmentName(name)];
    if (text !== undefined && text !== '') place(name, settingFromText(name, text), 'environment');
  }
  for (const [name, value] of Object.entries(layers.flags)) {
    if (value !== undefined && SETTING_NAMES.includes(name)) place(name, value, 'flag');
  }
  const parsed = configSchema.safeParse(merged);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path }) => path.join('.'));
    const variables = wrong.filter((name) => origins[name] === 'environment').map(environmentName);
    const place = variables.length === 0 ? 'the flags' : variables.join(', ');
    throw new DossierError('invalid-input', `${describeProblems(parsed.error, merged)}. Correct ${place}.`);
  }
  if (layers.file?.trusted === false) {
    rejectUntrustedSettings(parsed.data, {
      path: layers.file.path,
      says: (name) => origins[name] === 'file',
    });
  }
  return { config: parsed.data, origins };

  function place(name: string, value: unknown, origin: ConfigOrigin): void {
    const [section, key] = name.split('.');
    if (section === undefined) return;
    if (key === undefined) merged[section] = value;
    else merged[section] = { ...(merged[section] as Record<string, unknown> | undefined), [key]: value };
    origins[name] = origin;
  }
}

/** `index.maxFileBytes` → `DOSSIER_INDEX_MAX_FILE_BYTES`. */
export function environmentName(setting: string): string {
  const words = setting.replace(/\./g, '_').replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return `DOSSIER_${words.toUpperCase()}`;
}

/** Every setting's dotted name, read from the zod schema: generating a JSON schema at every start is slow. */
export const SETTING_NAMES: readonly string[] = leafNames(configSchema).filter((name) => name !== '$schema');

function leafNames(schema: z.ZodObject, prefix = ''): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = unwrapped(field);
    return inner instanceof z.ZodObject ? leafNames(inner, `${prefix}${name}.`) : [prefix + name];
  });
}

function leavesOf(content: unknown, prefix = ''): [string, unknown][] {
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => {
    const name = prefix + key;
    return SETTING_NAMES.includes(name) ? [[name, value]] : leavesOf(value, `${name}.`);
  });
}

/** Lists are comma-separated in the environment. */
function settingFromText(name: string, text: string): unknown {
  let field: unknown = configSchema;
  for (const key of name.split('.')) {
    field = unwrapped(field);
    if (field instanceof z.ZodObject) field = field.shape[key];
  }
  field = unwrapped(field);
  if (field instanceof z.ZodNumber) return Number(text);
  if (field instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (field instanceof z.ZodArray) return text.split(',').map((part) => part.trim());
  return text;
}

function unwrapped(field: unknown): unknown {
  return field instanceof z.ZodPrefault || field instanceof z.ZodDefault || field instanceof z.ZodOptional
    ? unwrapped(field.unwrap())
    : field;
}
