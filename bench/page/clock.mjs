// Every time of the page that is promised, by the clock: first paint, 200 items drawn, scrolling through 20,000 files.
// Takes some minutes, alone on the machine: `npm run build && node bench/page/clock.mjs`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const [name, ...given] of [['draw.mjs'], ['draw.mjs'], ['draw.mjs'], ['scale.mjs', '20000']]) {
  console.log(`\n# ${[name, ...given].join(' ')}`);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...given], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
