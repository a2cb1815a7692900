// The main parts of the page look as they did when somebody last looked at them. UPDATE_LOOKS=1 keeps what they look like now.

import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { NARROW, WIDE, launch, open } from './browser.mjs';
import { OF_DRAWINGS, OF_TEXTS, difference, gridOf, keptGrids } from './grids.mjs';
import { reportPage } from './program.mjs';

const LOOKS = new URL('looks.json', import.meta.url);
const MOST_BYTES = 60_000;
const SIZES = { wide: WIDE, narrow: NARROW };
const isUpdate = Boolean(process.env.UPDATE_LOOKS);

let browser;
/** An empty page that takes pictures apart. */
let table;
const kept = isUpdate ? {} : keptGrids(LOOKS);

before(async () => {
  browser = await launch();
  table = await browser.newPage();
});
after(async () => {
  await browser?.close();
  if (isUpdate) writeFileSync(LOOKS, `${JSON.stringify(kept, null, 1)}\n`);
});

const tab = (name) => (page) => page.getByRole('tab', { name }).click();
/** Of each part: where it is, and what to do to see it. */
const PARTS = {
  header: ['header'],
  city: ['.stage'],
  sunburst: ['.picture.local svg', tab('Sunburst')],
  icicle: ['.picture.local svg', tab('Icicle')],
  'icicle of everything': ['.picture.global svg', tab('Icicle')],
  treemap: ['.picture.local svg', tab('Treemap')],
  bars: ['.picture.local svg', tab('Bars')],
  timeline: ['svg.timeline'],
  trends: ['svg.trends'],
  table: ['table.groups', (page) => page.getByRole('searchbox', { name: 'Find' }).fill('travelshop.business')],
};

/** Parts that are letters above all. */
const TEXTS = ['header', 'table'];
const wrongIn = (part, key, seen) => difference(kept[key], seen, TEXTS.includes(part) ? OF_TEXTS : OF_DRAWINGS);

/** A part of the page as a grid. What stands above all else is not of it. */
async function lookOf(page, [selector, prepare]) {
  await prepare?.(page);
  await page.locator('.places, .time-bar').evaluateAll((all) => all.forEach((one) => {
    one.style.visibility = 'hidden';
  }));
  return gridOf(table, await page.locator(selector).screenshot({ animations: 'disabled' }));
}

/** Opens the page and waits for the city. */
async function openSample(options) {
  const opened = await open(browser, await reportPage('travel-shop'), options);
  await opened.page.locator('.label.number:visible').waitFor();
  return opened;
}

for (const colorScheme of ['light', 'dark']) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    test(`everything looks as before, ${colorScheme} and ${name}`, async () => {
      const { page, close } = await openSample({ colorScheme, viewport });
      const wrong = [];
      for (const [part, how] of Object.entries(PARTS)) {
        const key = `${part}, ${colorScheme}, ${name}`;
        const seen = await lookOf(page, how);
        if (isUpdate) kept[key] = seen;
        const found = wrongIn(part, key, seen);
        if (found) wrong.push(`${key}: ${found}`);
      }
      await close();
      assert.deepEqual(wrong, []);
    });
  }
}

/** Which parts differ from what is kept when something is done to the page before. */
async function differing(spoil, { name = 'wide', parts = Object.keys(PARTS) } = {}) {
  const { page, close } = await openSample({ viewport: SIZES[name] });
  await page.evaluate(spoil);
  const found = [];
  for (const part of parts) {
    if (wrongIn(part, `${part}, light, ${name}`, await lookOf(page, PARTS[part]))) found.push(part);
  }
  await close();
  return found;
}

test('parts with nothing in them are not taken for those that are kept', { skip: isUpdate }, async () => {
  const spoil = () => {
    for (const one of document.querySelectorAll('.tree-picture, svg.timeline, svg.trends, canvas, header, table.groups')) one.style.opacity = '0';
  };
  assert.deepEqual(await differing(spoil), Object.keys(PARTS));
});

test('pictures in other colours are not taken for those that are kept', { skip: isUpdate }, async () => {
  const spoil = () => {
    for (const one of document.querySelectorAll('.tree-picture, svg.trends, canvas')) one.style.filter = 'hue-rotate(60deg)';
  };
  const parts = ['city', 'sunburst', 'icicle', 'icicle of everything', 'treemap', 'bars', 'trends'];
  assert.deepEqual(await differing(spoil, { parts }), parts);
});

test('other letters are taken for the same', { skip: isUpdate }, async () => {
  for (const [name, family] of [['wide', 'Liberation Sans'], ['wide', 'DejaVu Serif'], ['narrow', 'Liberation Sans']]) {
    const spoil = `document.body.style.fontFamily = ${JSON.stringify(family)}`;
    assert.deepEqual(await differing(spoil, { name }), [], `${family}, ${name}`);
  }
});

test('what is kept is small', { skip: isUpdate }, () => {
  assert.ok(statSync(LOOKS).size < MOST_BYTES);
  assert.equal(Object.keys(kept).length, 4 * Object.keys(PARTS).length);
});
