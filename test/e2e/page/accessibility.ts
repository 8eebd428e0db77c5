import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The script of axe, to run in the page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A promise of the findings of axe from moderate on. */
export const FINDINGS = `axe.run({ resultTypes: ['violations'] }).then((found) => found.violations.filter((v) => v.impact !== 'minor').map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')))`;

/** No finding of axe from moderate on, and nothing to scroll sideways. The page must be opened with `bypassCSP`. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(AXE);
  const found: string[] = await page.evaluate(FINDINGS);
  expect(found, state).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), state).toBeLessThanOrEqual(
    0,
  );
}
