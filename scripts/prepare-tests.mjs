// Makes sure the programs the tests run for real are there: PostgreSQL, with and without pgvector, Chromium and Firefox.
// On Debian and Ubuntu, as root or with sudo, what is missing is installed; elsewhere a sentence says what to install.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { hasPgvector, preparePgvector } from './prepare-pgvector.mjs';

const NEEDED = [
  { name: 'PostgreSQL', packages: ['postgresql', 'postgresql-contrib'], present: hasPostgres },
  {
    name: 'Chromium',
    packages: ['chromium'],
    present: () => ['chromium', 'chromium-browser', 'google-chrome'].some(onPath),
  },
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    present: () => ['firefox-esr', 'firefox'].some(onPath),
  },
  {
    name: 'a C compiler for pgvector',
    packages: ['gcc', 'make', 'libc6-dev'],
    present: () => hasPgvector() || (onPath('gcc') && onPath('make')),
  },
];

const missing = NEEDED.filter((program) => !program.present());
if (missing.length > 0) {
  const names = missing.map((program) => program.name).join(' and ');
  const packages = missing.flatMap((program) => program.packages);
  if (!onPath('apt-get'))
    fail(`${names} must be installed to run the tests, and apt-get is not there to do it.`);
  const root = process.getuid?.() === 0;
  if (!root && !onPath('sudo'))
    fail(`${names} must be installed to run the tests: apt-get install ${packages.join(' ')}`);
  const apt = (...args) => {
    // Another apt-get may be at work, and a mirror may fail once.
    const patience = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3'];
    const command = [...(root ? [] : ['sudo']), 'apt-get', '-y', '-q', ...patience, ...args];
    const done = spawnSync(command[0], command.slice(1), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (done.status !== 0) fail(`"${command.join(' ')}" failed; install ${packages.join(' ')} by hand.`);
  };
  console.log(`Installing ${names} for the tests…`);
  apt('update');
  apt('install', '--no-install-recommends', ...packages);
}

const why = await preparePgvector();
if (why !== undefined) {
  console.warn(
    `\n*** pgvector is missing and ${why}.\n*** The tests with pgvector are NOT run; those without it are.\n`,
  );
}

function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  return (
    onPath('initdb') ||
    (existsSync(folder) &&
      readdirSync(folder).some((version) => existsSync(`${folder}/${version}/bin/initdb`)))
  );
}

function onPath(name) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
