// Everybody can use the page: what axe finds is nothing, by day and by night, wide and narrow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { NARROW, WIDE, launch, open } from './browser.mjs';
import { reportPage } from './program.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

for (const sample of ['travel-shop', 'easytravel-ds']) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, viewport] of Object.entries({ wide: WIDE, narrow: NARROW })) {
      test(`axe finds nothing in ${sample}, ${colorScheme} and ${name}`, async () => {
        const { page, close } = await open(browser, await reportPage(sample), { colorScheme, viewport });
        await page.evaluate(axe);
        const check = async (what) => {
          const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
          const told = found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${what}, ${id}: ${node.target} ${node.failureSummary}`));
          assert.deepEqual(told, []);
        };
        await check('at first');
        const show = page.getByRole('button', { name: 'Show in the tree' });
        if ((await show.count()) > 0) await show.first().click();
        await page.getByRole('tab', { name: 'Bars' }).click();
        await check('with a selection, bars');
        await page.getByRole('tab', { name: 'Icicle' }).click();
        await page.getByLabel('Points side by side').check();
        await check('points side by side');
        await close();
      });
    }
  }
}
