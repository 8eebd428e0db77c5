// First paint, and how long an answer of 200 items takes to draw: `npm run build && node bench/page/draw.mjs`.
import { load, openBench, traced } from './open.mjs';

const ROUNDS = 7;
const bench = await openBench();
const page = await bench.browser.newPage({ viewport: { width: 1440, height: 900 } });

const paints = [];
for (let round = 0; round < ROUNDS; round++) {
  await page.goto('about:blank');
  // The server still answers what the page before asked; a visitor opens one.
  await page.waitForTimeout(500);
  await page.goto(`${bench.url}/?round=${round}#/ask`);
  await page.locator('#question').waitFor();
  paints.push(
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({
            type: 'paint',
            buffered: true,
          }),
        ),
    ),
  );
}

// The reply of a real question, repeated to 200 items.
const reply = await bench.send('/context/query', {
  query: 'where is the token budget enforced',
  maxTokens: 60_000,
});
const items = Array.from({ length: 200 }, (_, index) => {
  const item = reply.items[index % reply.items.length];
  return { ...item, id: `${item.id}-${index}` };
});
const body = `event: result\ndata: ${JSON.stringify({ ...reply, items })}\n\n`;
await page.route('**/context/query', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
await page.addInitScript(() => {
  const { parse } = JSON;
  JSON.parse = (text, ...rest) => {
    // Parsing the reply belongs to drawing it.
    const began = performance.now();
    const value = parse(text, ...rest);
    if (value?.items?.length === 200) {
      window.seen = { answered: began };
      performance.mark('answered');
    }
    return value;
  };
  const painted = (name) =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.seen[name] = performance.now();
        performance.mark(name);
        if (name === 'all') console.log('drawn');
      }),
    );
  new MutationObserver(() => {
    const { seen } = window;
    if (seen === undefined || seen.counted === 200) return;
    const before = seen.counted ?? 0;
    seen.counted = document.querySelectorAll('.anatomy:not(.early) ol.items > .item').length;
    if (before === 0 && seen.counted > 0) painted('first');
    if (seen.counted === 200) painted('all');
  }).observe(document, { childList: true, subtree: true });
});

/** Does what makes the page ask; the page tells when it has drawn all, so that nothing asks it meanwhile. */
async function drawn(ask) {
  const told = page.waitForEvent('console', (message) => message.text() === 'drawn');
  const { tasks, mark } = await traced(page, async () => {
    await ask();
    await told;
  });
  const { answered, first, all } = await page.evaluate(() => window.seen);
  const until = (end) => tasks.filter((task) => task.end > mark('answered') && task.start < mark(end));
  return {
    first: first - answered,
    all: all - answered,
    computed: until('first').reduce((sum, task) => sum + task.computed, 0),
    longest: Math.max(...until('all').map((task) => task.computed)),
  };
}

const byLink = [];
for (let round = 0; round < ROUNDS; round++) {
  await page.goto('about:blank');
  byLink.push(await drawn(() => page.goto(`${bench.url}/#/ask/draw`)));
}
const onOpenPage = [];
for (let round = 0; round < ROUNDS; round++) {
  await page.goto(`${bench.url}/#/ask`);
  await page.locator('.start li').first().waitFor();
  onOpenPage.push(
    await drawn(() =>
      page.evaluate((name) => {
        location.hash = `#/ask/${name}`;
      }, `draw-${round}`),
    ),
  );
}
const told = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)].toFixed(0)} ms, best ${sorted[0].toFixed(0)} ms`;
};
console.log(load());
console.log(`first paint: ${told(paints)}`);
for (const [name, rounds] of [
  ['asked on an open page', onOpenPage],
  ['opened by a link', byLink],
]) {
  console.log(`200 items, ${name}:`);
  console.log(`  first screen drawn after the reply: ${told(rounds.map(({ first }) => first))}`);
  console.log(`  computing for it: ${told(rounds.map(({ computed }) => computed))}`);
  console.log(`  all drawn after the reply: ${told(rounds.map(({ all }) => all))}`);
  console.log(`  longest task, computing: ${told(rounds.map(({ longest }) => longest))}`);
}
await bench.close();
