import { spawnSync } from 'node:child_process';

/** Told to the child: writes its processor time, all threads, to a pipe of its own when it ends. */
const METER = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from 'node:fs';
   process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });`,
)}`;

/**
 * Runs Node once and says how long it took, start included, in milliseconds. `metered`: of the processor
 * too; the clock then shows some milliseconds more.
 */
export function timeProcess(args, { input = '', env = process.env, metered = false } = {}) {
  const started = performance.now();
  const { output, status, stderr } = spawnSync(
    process.execPath,
    [...(metered ? ['--import', METER] : []), ...args],
    {
      input,
      env,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const clock = performance.now() - started;
  if (status !== 0) throw new Error(`status ${status}: ${stderr}`);
  return { clock, processor: Number(output[3]), characters: output[1].length, stdout: output[1] };
}

export function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
}
