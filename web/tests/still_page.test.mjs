// Without WebGL or script the page shows its still pictures and everything that is written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, open } from './browser.mjs';
import { reportPage } from './program.mjs';

test('without WebGL the still city stays, and trees, trends and table are there', async () => {
  const browser = await launch({ hasGl: false });
  const { page, complaints, close } = await open(browser, await reportPage('travel-shop'));
  assert.ok(await page.locator('.cities').isVisible());
  assert.equal(await page.locator('canvas').count(), 0);
  assert.ok((await page.locator('.picture.local .shape').count()) > 3);
  assert.ok((await page.locator('table.groups tbody tr').count()) > 10);
  await page.getByRole('button', { name: 'Show in the tree' }).first().click();
  assert.equal(await page.getByRole('button', { name: 'Show in the city' }).count(), 0);
  // The browser itself says that there is no WebGL.
  assert.deepEqual(complaints.filter((text) => !/WebGL/.test(text)), []);
  await close();
  await browser.close();
});

test('without script pictures and findings are there, and nothing that does not work', async () => {
  const browser = await launch();
  const { page, complaints, close } = await open(browser, await reportPage('travel-shop'), { javaScriptEnabled: false });
  assert.ok(await page.locator('.cities').isVisible());
  assert.ok(await page.locator('#finding-1').isVisible());
  assert.equal(await page.locator('button, input, select, canvas').count(), 0);
  for (const id of ['trees', 'trends', 'groups']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(!box || box.height === 0, id);
  }
  assert.deepEqual(complaints, []);
  await close();
  await browser.close();
});
