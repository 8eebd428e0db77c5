import { describe, expect, it } from 'vitest';
import { DossierError } from './errors.ts';
import { environmentName, resolveConfig, SETTING_NAMES } from './resolve-config.ts';

const none = { environment: {}, flags: {} };

describe('resolveConfig', () => {
  it('gives the defaults when nothing is set', () => {
    const { config, origins } = resolveConfig(none);
    expect(config.maxTokens).toBe(8000);
    expect(config.index.maxFileBytes).toBe(500_000);
    expect(config.embedder.kind).toBe('static');
    expect(origins).toEqual({});
  });

  it('lets the environment win over the file and flags win over both', () => {
    const { config, origins } = resolveConfig({
      file: {
        path: 'dossier.config.json',
        trusted: false,
        content: { maxTokens: 1, owner: 'file', index: { commits: 7 } },
      },
      environment: { DOSSIER_MAX_TOKENS: '2', DOSSIER_OWNER: 'environment' },
      flags: { owner: 'flag', store: undefined },
    });
    expect(config).toMatchObject({
      maxTokens: 2,
      owner: 'flag',
      index: { commits: 7, maxFileBytes: 500_000 },
    });
    expect(origins).toEqual({ maxTokens: 'environment', owner: 'flag', 'index.commits': 'file' });
  });

  it('reads numbers, lists and nested settings from the environment', () => {
    const { config } = resolveConfig({
      environment: {
        DOSSIER_INDEX_EXCLUDE: 'a/**, b/**',
        DOSSIER_INDEX_COMMITS: '0',
        DOSSIER_EMBEDDER_KIND: 'none',
        DOSSIER_INDEX_BACKGROUND: 'false',
      },
      flags: {},
    });
    expect(config.index.exclude).toEqual(['a/**', 'b/**']);
    expect(config.index.commits).toBe(0);
    expect(config.embedder.kind).toBe('none');
    expect(config.index.background).toBe(false);
  });

  it('names the file and the setting when the file is wrong', () => {
    const attempt = () =>
      resolveConfig({
        ...none,
        file: { path: 'x/dossier.config.json', trusted: false, content: { maxTokns: 1 } },
      });
    expect(attempt).toThrow(DossierError);
    expect(attempt).toThrow(/x\/dossier\.config\.json.*maxTokns.*Known settings: .*maxTokens/);
  });

  it('refuses a value of the wrong kind from the environment', () => {
    expect(() => resolveConfig({ environment: { DOSSIER_MAX_TOKENS: 'many' }, flags: {} })).toThrow(
      '"maxTokens" must be a number. Correct DOSSIER_MAX_TOKENS.',
    );
    expect(() => resolveConfig({ environment: {}, flags: { owner: '' } })).toThrow(
      '"owner" must not be empty. Correct the flags.',
    );
  });

  it('has one environment variable per setting', () => {
    expect(environmentName('index.maxFileBytes')).toBe('DOSSIER_INDEX_MAX_FILE_BYTES');
    expect(new Set(SETTING_NAMES.map(environmentName)).size).toBe(SETTING_NAMES.length);
  });
});
