// First paint, and how long an answer of 200 items takes to draw: `npm run build && node bench/page/draw.mjs`.
import { computing, load, openBench } from './open.mjs';

const ROUNDS = 7;
const bench = await openBench();
const page = await bench.browser.newPage({ viewport: { width: 1440, height: 900 } });

const paints = [];
for (let round = 0; round < ROUNDS; round++) {
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
const firsts = [];
const draws = [];
for (let round = 0; round < ROUNDS; round++) {
  await page.route('**/context/query', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await page.goto('about:blank');
  await page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (text, ...rest) => {
      // Parsing the reply belongs to drawing it.
      const began = performance.now();
      const value = parse(text, ...rest);
      if (value?.items?.length === 200) window.answeredAt = began;
      return value;
    };
    new MutationObserver(() => {
      if (window.answeredAt === undefined || window.drawnAt !== undefined) return;
      const drawn = document.querySelectorAll('ol.items:not(.preview) > .item').length;
      const painted = (mark) =>
        requestAnimationFrame(() => setTimeout(() => (window[mark] = performance.now())));
      if (drawn > 0 && !window.firstSeen) {
        window.firstSeen = true;
        painted('firstAt');
      }
      if (drawn === 200) painted('drawnAt');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${bench.url}/#/ask/draw`);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  firsts.push(await page.evaluate(() => window.firstAt - window.answeredAt));
  draws.push(await page.evaluate(() => window.drawnAt - window.answeredAt));
}
// The same without what other programs take: from the question to the drawn answer, on a page that is open.
const spent = [];
const computed = await computing(page);
for (let round = 0; round < ROUNDS; round++) {
  await page.goto(`${bench.url}/#/ask`);
  await page.locator('.start li').first().waitFor();
  const before = await computed();
  await page.evaluate((name) => {
    location.hash = `#/ask/${name}`;
  }, `draw-${round}`);
  await page.waitForFunction(
    () =>
      document.querySelectorAll('ol.items > .item').length === 200 && !document.querySelector('.is-stale'),
  );
  spent.push((await computed()) - before);
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(0);
const best = (values) => Math.min(...values).toFixed(0);
console.log(load());
console.log(`first paint: median ${median(paints)} ms, best ${best(paints)} ms`);
console.log(
  `first screen of 200 items drawn after the reply: median ${median(firsts)} ms, best ${best(firsts)} ms`,
);
console.log(`all 200 items drawn after the reply: median ${median(draws)} ms, best ${best(draws)} ms`);
console.log(`asked and drawn, computing alone: median ${median(spent)} ms, best ${best(spent)} ms`);
await bench.close();
