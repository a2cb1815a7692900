// A browser that opens report pages from the disk and writes down everything it complains about.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const NO_GL = ['--disable-gpu', '--disable-3d-apis'];

/** Sizes of windows: of a desk and of a phone. */
export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };

export async function launch({ hasGl = true } = {}) {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is not there: install chromium or set CHROMIUM`);
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...(hasGl ? SOFTWARE_GL : NO_GL)] });
}

/** Opens a page and waits until all of it is there. `complaints` and `requests` of what is returned fill up while it lives. */
export async function open(browser, file, { viewport = WIDE, colorScheme = 'light', javaScriptEnabled = true, reducedMotion = 'reduce', hasTouch = false, hasHeap = true } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled, reducedMotion, hasTouch });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.stack));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`file://${file}`);
  if (javaScriptEnabled && hasHeap) await page.waitForFunction(() => window.memoryCityReport && document.documentElement.classList.contains('is-complete'));
  return { page, complaints, requests, close: () => context.close() };
}

/** Brings a shape of a drawing into the window and tells a place that is inside it and not covered: rings have nothing in their middle. */
export async function placeIn(locator) {
  await locator.evaluate((shape) => shape.scrollIntoView({ block: 'center', behavior: 'instant' }));
  return locator.evaluate((shape) => {
    const { left, top, width, height } = shape.getBoundingClientRect();
    const shares = [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.8, 0.4, 0.6];
    for (const across of shares) {
      for (const down of shares) {
        const [x, y] = [left + across * width, top + down * height];
        if (document.elementFromPoint(x, y) === shape) return { x, y };
      }
    }
    throw new Error('the shape is covered');
  });
}

export async function clickShape(page, locator) {
  const { x, y } = await placeIn(locator);
  await page.mouse.click(x, y);
}

export async function hoverShape(page, locator) {
  const { x, y } = await placeIn(locator);
  await page.mouse.move(x, y);
}

/** What a person looks at. */
export const state = (page) => page.evaluate(() => ({ ...window.memoryCityReport.state, root: window.memoryCityReport.root }));

/** Whether a text is before a person's eyes: it lies in the window, and nothing covers it. */
export const isSeen = (page, text) => page.evaluate((wanted) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(wanted);
    const element = node.parentElement;
    if (at < 0 || element.closest('script, style') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    const lines = [...range.getClientRects()];
    // Names over the city let the pointer through to it.
    const isFree = ({ left, top, width, height }) => {
      const there = document.elementFromPoint(left + 0.5 * width, top + 0.5 * height);
      return there !== null && (element.contains(there) || (element.matches('.label') && there.matches('canvas')));
    };
    if (lines.length > 0 && lines.every(isFree)) return true;
  }
  return false;
}, text);
