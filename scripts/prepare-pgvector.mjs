// A PostgreSQL with pgvector for the tests. Debian 12 has no package of it, so where the server does not come
// with it, it is built from Debian's source beside a copy of the server: nothing of the system is changed.
// Takes some seconds once; the copy stays in the folder for temporary files.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = '0.8.0';
const SOURCE = `pool/main/p/pgvector/pgvector_${VERSION}.orig.tar.gz`;
const SHA256 = '867a2c328d4928a5a9d6f052cd3bc78c7d60228a9b914ad32aa3db88e9de27b0';
const SERVERS = '/usr/lib/postgresql';

export function hasPgvector() {
  const major = serverVersion();
  const has = (root) => existsSync(join(root, 'usr/share/postgresql', major, 'extension/vector.control'));
  return major !== undefined && (has('/') || has(copyFor(major)));
}

/** Gives undefined when the tests have a server with pgvector, else the sentence that says why not. */
export async function preparePgvector() {
  if (hasPgvector()) return undefined;
  const major = serverVersion();
  if (major === undefined) return `there is no PostgreSQL in ${SERVERS}`;
  const building = mkdtempSync(join(tmpdir(), 'dossier-pgvector-'));
  try {
    await build(building, major);
    renameSync(join(building, 'root'), copyFor(major));
    return undefined;
  } catch (error) {
    // Another run may have been quicker.
    if (hasPgvector()) return undefined;
    const last = String(error.stderr ?? '')
      .trim()
      .split('\n')
      .at(-1);
    return `building it failed: ${last === undefined || last === '' ? error.message : last}`;
  } finally {
    rmSync(building, { recursive: true });
  }
}

function serverVersion() {
  if (!existsSync(SERVERS)) return undefined;
  return readdirSync(SERVERS).sort((left, right) => Number(right) - Number(left))[0];
}

const copyFor = (major) => join(tmpdir(), `dossier-pgvector-${VERSION}-postgresql-${major}`);

async function build(folder, major) {
  const run = (program, ...args) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  const root = join(folder, 'root');
  // PostgreSQL finds its files from where its programs are, so that a copy is a server of its own.
  for (const part of [`usr/lib/postgresql/${major}`, `usr/share/postgresql/${major}`]) {
    cpSync(join('/', part), join(root, part), { recursive: true, dereference: true });
  }
  run('apt-get', 'download', '-q', `postgresql-server-dev-${major}`);
  const [headers] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  run('dpkg', '-x', headers, root);
  const address = debianMirror(run) + SOURCE;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const source = Buffer.from(await response.arrayBuffer());
  const hash = createHash('sha256').update(source).digest('hex');
  if (hash !== SHA256) throw new Error(`${address} is not the file it was (SHA-256 ${hash})`);
  writeFileSync(join(folder, 'source.tar.gz'), source);
  run('tar', 'xzf', 'source.tar.gz');
  const settings = [
    'with_llvm=no',
    'OPTFLAGS=',
    `PG_CONFIG=${root}/usr/lib/postgresql/${major}/bin/pg_config`,
  ];
  run('make', '-j2', '-C', `pgvector-${VERSION}`, ...settings);
  run('make', '-C', `pgvector-${VERSION}`, 'install', ...settings);
}

/** Where this machine takes its packages from. */
function debianMirror(run) {
  const addresses = run('apt-get', 'indextargets', '--format', '$(REPO_URI)').split('\n');
  const mirror = addresses.find((address) => /^https?:.*\/debian\/$/.test(address));
  if (mirror === undefined) throw new Error('apt-get names no mirror of Debian');
  return mirror;
}
