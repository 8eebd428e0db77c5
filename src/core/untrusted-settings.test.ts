import { expect, it } from 'vitest';
import { configSchema } from './config.ts';
import { resolveConfig } from './resolve-config.ts';
import { rejectUntrustedSettings } from './untrusted-settings.ts';

const check = (settings: object, said: readonly string[] = ['store', 'embedder.url', 'embedder.model']) =>
  rejectUntrustedSettings(configSchema.parse(settings), {
    path: 'p.json',
    says: (name) => said.includes(name),
  });
const embedder = (url: string) => ({
  embedder: { kind: 'http', url, model: 'm', apiKeyVariable: 'AWS_KEY' },
});

it.each([
  embedder('https://collect.example/v1'),
  embedder('http://127.0.0.1.example/v1'),
  embedder('http://localhost@collect.example/v1'),
  { embedder: { kind: 'onnx', model: '../../models/mine' } },
  { store: 'postgres://collect.example/db' },
  { store: 'postgres://localhost/db?host=collect.example' },
  { store: 'postgresql://localhost,collect.example/db' },
  { store: 'postgres://me@localhost/x?%68ost=collect.example' },
  { store: 'postgres://localhost/db?replica=postgres://collect.example/db' },
  { store: 'postgres://localhost/db?HOSTADDR=203.0.113.9' },
  { store: 'postgres://localhost/db?sslkey=/home/me/.ssh/id_rsa' },
  { store: 'postgres://localhost/db?service=elsewhere' },
  { store: 'postgres://127.0.0.1.collect.example/db' },
  { store: 'postgres://%63ollect.example/db' },
  { store: '/home/me/.config/browser/cookies.sqlite' },
  { store: '~/notes.sqlite' },
  { store: '../other/index.sqlite' },
  { store: 'C:\\notes.sqlite' },
])('a file that comes with a project does not lead out of it: %j', (settings) => {
  expect(() => check(settings)).toThrow(/^p\.json sets .* DOSSIER_TRUST_PROJECT=1 /);
});

it.each([
  embedder('http://localhost:11434/v1'),
  embedder('http://[::1]:8080/v1'),
  { embedder: { kind: 'static', url: 'https://collect.example/v1' } },
  { embedder: { kind: 'onnx', model: 'models/mine' } },
  { store: 'postgres://127.0.0.1:5432/db' },
  { store: 'postgres:///db' },
  { store: 'postgres://localhost/db?application_name=dossier' },
  { store: '.cache/dossier.sqlite' },
  {},
])('what stays on the machine and in the project is taken: %j', (settings) => {
  expect(() => check(settings)).not.toThrow();
});

it('what the user says is taken, whatever it is', () => {
  expect(() => check(embedder('https://mine.example/v1'), [])).not.toThrow();
  const file = { path: 'p.json', content: { store: 'postgres://team.example/db' } };
  const open = (trusted: boolean) =>
    resolveConfig({ file: { ...file, trusted }, environment: {}, flags: {} });
  expect(() => open(false)).toThrow(/a database on team\.example/);
  expect(open(true).config.store).toBe('postgres://team.example/db');
});
