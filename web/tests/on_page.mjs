// Report pages that are opened for a test: nothing that the browser complains about and no other file that is asked for goes unnoticed.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { launch, open } from './browser.mjs';
import { DATA_ELEMENT, changedPage, reportPage } from './program.mjs';

let browser;
/** A browser without the city, which a processor alone draws slowly: frames follow each other closely. */
let flat;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await flat?.close();
});

/** The browser of the tests of this file. */
export const shownBrowser = () => browser;

/** Opens a sample, does something and checks that the browser had nothing to complain about and loaded the file alone. */
export async function on(sample, { isFlat = false, ...options }, act) {
  const file = sample.endsWith('.html') ? sample : await reportPage(sample);
  if (isFlat) flat ??= await launch({ hasGl: false });
  const opened = await open(isFlat ? flat : browser, file, options);
  try {
    await act(opened.page);
    // Where there is no WebGL the browser itself says so.
    assert.deepEqual(opened.complaints.filter((text) => !isFlat || !/WebGL/.test(text)), []);
    assert.deepEqual(opened.requests, [`file://${file}`]);
  } finally {
    await opened.close();
  }
}

/** Opens a page whose data are changed before. */
export async function withData(sample, change, act, options = {}) {
  const file = await changedPage(sample, (page) =>
    page.replace(DATA_ELEMENT, (_, tag, packed) => {
      const data = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')));
      change(data);
      return tag + gzipSync(JSON.stringify(data)).toString('base64');
    }));
  return on(file, options, act);
}
