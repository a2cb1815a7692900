// The script and style that the program carries are those of these sources, byte by byte.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { files } from '../build.mjs';

const ASSETS = new URL('../../assets/web/', import.meta.url);
/** The script is in every report: it must not grow unnoticed. */
const MOST_BYTES = 700_000;

test('a build gives the files that are kept', async () => {
  for (const [name, text] of Object.entries(await files())) {
    assert.ok(text === (await readFile(new URL(name, ASSETS), 'utf8')), `${name} is not what the sources give: run npm run build`);
  }
});

test('the script is of bearable size and ends no element too early', async () => {
  const script = await readFile(new URL('report.js', ASSETS), 'utf8');
  assert.ok(Buffer.byteLength(script) < MOST_BYTES);
  assert.ok(!script.includes('</script') && !script.includes('<!--'));
});

test('nothing in the script or style asks for anything outside', async () => {
  const style = await readFile(new URL('report.css', ASSETS), 'utf8');
  assert.ok(!/url\(|@import/.test(style));
});
