// Everybody can use the page: what axe finds is nothing, by day and by night, wide and narrow, with the city and with its still pictures.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { NARROW, WIDE, launch, open } from './browser.mjs';
import { reportPage } from './program.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const browsers = {};
before(async () => {
  browsers.city = await launch();
  browsers.stills = await launch({ hasGl: false });
});
after(() => Promise.all(Object.values(browsers).map((browser) => browser.close())));

/** Opens a sample and tells its page and a check of what axe finds in it. */
async function checked(browser, sample, options) {
  const { page, close } = await open(browser, await reportPage(sample), options);
  await page.evaluate(axe);
  const check = async (what) => {
    const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
    const told = found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${what}, ${id}: ${node.target} ${node.failureSummary}`));
    assert.deepEqual(told, []);
  };
  return { page, check, close };
}

for (const sample of ['travel-shop', 'easytravel-ds']) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, viewport] of Object.entries({ wide: WIDE, narrow: NARROW })) {
      test(`axe finds nothing in ${sample}, ${colorScheme} and ${name}`, async () => {
        const { page, check, close } = await checked(browsers.city, sample, { colorScheme, viewport });
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
  test(`axe finds nothing in ${sample} where the city is still pictures`, async () => {
    const { page, check, close } = await checked(browsers.stills, sample, {});
    const names = await page.locator('.cities svg').evaluateAll((all) => all.map((svg) => svg.getAttribute('aria-label')));
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^City of the heap at point \d+ of \d+\. Names in it: \w/);
    await check('stills');
    await close();
  });
}
