// Pages of a server: what is pushed shows in all browsers at once, and what a person looks at stays.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { WIDE, launch } from './browser.mjs';
import { DATA_ELEMENT, SAMPLES, reportData, reportPage } from './program.mjs';
import { pusher } from './pusher.mjs';

const TREES = readdirSync(`${SAMPLES}fig10`).filter((name) => /^\d+\.json$/.test(name));
const trees = TREES.sort((a, b) => parseInt(a) - parseInt(b)).map((name) => readFileSync(`${SAMPLES}fig10/${name}`, 'utf8'));

let browser;
let server;
let source;
let url;

const line = (stream, pattern) => new Promise((resolve, reject) => {
  createInterface({ input: stream }).on('line', (text) => {
    const found = pattern.exec(text);
    if (found) resolve(found[0]);
  }).on('close', () => reject(new Error(`the server ended without ${pattern}`)));
});

/** A server of trees that are pushed, which has these already. */
async function serve(pushed) {
  const program = process.env.MEMORY_CITY;
  if (!program) throw new Error('MEMORY_CITY names no program: set it to a memory-city that can serve');
  const child = spawn(program, ['serve', '--port', '0', '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const address = line(child.stdout, /http:\/\/\S+/);
  const to = await pusher(await line(child.stderr, /ws:\/\/[\d.:]+/));
  for (const tree of pushed) await to.push(tree);
  return { server: child, source: to, url: await address };
}

before(async () => {
  ({ server, source, url } = await serve(trees.slice(0, 3)));
  browser = await launch();
});

after(async () => {
  source?.close();
  server?.kill('SIGINT');
  await browser?.close();
});

async function open() {
  const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce' });
  const complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.stack));
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.classList.contains('is-complete'));
  return { page, complaints };
}

const points = (page) => page.evaluate(() => window.memoryCityReport.heap.points);

test('what is pushed shows in all browsers, and what is looked at stays', async () => {
  const [one, two] = [await open(), await open()];
  await one.page.waitForFunction(() => window.memoryCityReport.heap.points === 3);
  await two.page.waitForFunction(() => window.memoryCityReport.heap.points === 3);
  // One goes down and stays at the first point, the other one looks at the newest.
  await one.page.getByRole('tab', { name: 'Icicle' }).click();
  await one.page.evaluate(() => window.memoryCityReport.change({ point: 0, steps: ['demo'] }));
  await source.push(trees[3]);
  for (const { page } of [one, two]) await page.waitForFunction(() => window.memoryCityReport.heap.points === 4);
  const [stays, follows] = await Promise.all([one, two].map(({ page }) => page.evaluate(() => window.memoryCityReport.state)));
  assert.deepEqual([stays.point, stays.steps, stays.form], [0, ['demo'], 'icicle']);
  assert.equal(follows.point, 3);
  assert.match(await two.page.locator('header').innerText(), /4 points/);
  assert.match(await two.page.locator('.time-bar .now').innerText(), /4 \/ 4/);
  for (const { page, complaints } of [one, two]) {
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test('findings come with the points that show them, with their buttons', async () => {
  for (const tree of trees.slice(4, 10)) await source.push(tree);
  const { page, complaints } = await open();
  await page.waitForFunction((all) => window.memoryCityReport.heap.points === all, 10);
  assert.match(await page.locator('.verdict').innerText(), /leak/);
  await page.locator('#findings article').first().getByRole('button', { name: 'Show in the tree' }).waitFor();
  await source.push(trees[10]);
  await page.waitForFunction((all) => window.memoryCityReport.heap.points === all, 11);
  assert.equal(await page.locator('#findings article').first().getByRole('button', { name: 'Show in the tree' }).count(), 1);
  assert.equal(await points(page), 11);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a page that begins with nothing in it begins anew when something has come', async () => {
  const full = readFileSync(await reportPage('fig10'), 'utf8').replace('<html lang="en"', '<html lang="en" data-live').replace("img-src data:;", "img-src data:; connect-src 'self';");
  const data = { ...(await reportData('fig10')), metrics: [], points: [], cities: [], trees: [], findings: [] };
  const empty = full.replace(DATA_ELEMENT, (_, tag) => tag + gzipSync(JSON.stringify(data)).toString('base64'));
  const pages = [empty, full];
  const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce' });
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack));
  await page.route('http://127.0.0.1:1/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: pages.shift() });
    if (pathname === '/news') return route.fulfill({ contentType: 'text/html', headers: { 'x-version': '2' }, body: full });
    return searchParams.get('after') === '0' ? route.fulfill({ body: '2' }) : undefined;
  });
  await page.goto('http://127.0.0.1:1/');
  await page.waitForFunction(() => window.memoryCityReport?.heap.points > 1);
  assert.deepEqual([pages.length, complaints], [0, []]);
  await page.close();
});

test('a page that begins with one point leads to trends as soon as there are some', async () => {
  const other = await serve(trees.slice(0, 1));
  const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce' });
  await page.goto(other.url);
  await page.waitForFunction(() => document.documentElement.classList.contains('is-complete'));
  const trends = page.locator('.places').getByRole('link', { name: 'Trends' });
  assert.equal(await trends.count(), 0);
  await other.source.push(trees[1]);
  await trends.waitFor();
  other.source.close();
  other.server.kill('SIGINT');
  await page.close();
});

test('a page says when its server has ended', async () => {
  const { page } = await open();
  server.kill('SIGINT');
  await page.locator('.live-state').filter({ hasText: 'The server' }).waitFor();
  await page.close();
});
