// The report page in a browser: everything that a person can do, and that nothing leaves the file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NARROW, WIDE, clickShape, hoverShape, isSeen, state } from './browser.mjs';
import { on, shownBrowser, withData } from './on_page.mjs';
import { outlines } from './pictures.mjs';
import { reportData, reportPage } from './program.mjs';

const NAMES = ['travel-shop', 'fig11', 'easytravel-ds', 'pet-shop-trace'];

for (const sample of NAMES) {
  for (const [name, viewport] of Object.entries({ wide: WIDE, narrow: NARROW })) {
    test(`${sample} fits a ${name} window: nothing scrolls sideways, no letters are smaller than 12 pixels`, () =>
      on(sample, { viewport }, async (page) => {
        for (const form of ['Sunburst', 'Icicle', 'Treemap', 'Bars']) {
          await page.getByRole('tab', { name: form }).click();
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, form);
        }
        const small = await page.evaluate(() => {
          const found = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            if (!node.data.trim() || element.closest('script, style, .cities, svg.legend, svg title, [hidden]')) continue;
            const drawing = element.closest('svg');
            const scale = drawing?.viewBox?.baseVal?.width > 0 ? drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width : 1;
            if (drawing && drawing.getBoundingClientRect().width === 0) continue;
            const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
            if (size < 11.9) found.push(`${node.data.trim().slice(0, 30)}: ${size.toFixed(1)} in ${element.className?.baseVal ?? element.className}`);
          }
          return found;
        });
        assert.deepEqual(small, []);
      }));
  }
}

test('buttons, slider and keys go from point to point and stop at both ends', () =>
  on('travel-shop', {}, async (page) => {
    const { points } = await reportData('travel-shop');
    const last = points.length - 1;
    assert.equal((await state(page)).point, last);
    assert.ok(await page.getByRole('button', { name: 'Next heap' }).isDisabled());
    await page.getByRole('button', { name: 'Previous heap' }).click();
    assert.equal((await state(page)).point, last - 1);
    const slider = page.getByRole('slider', { name: 'Point in time' });
    await slider.fill('3');
    assert.equal((await state(page)).point, 3);
    assert.match(await page.locator('.now').textContent(), new RegExp(`^4 / ${points.length} · .* · \\S+ [KM]iB$`));
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    assert.equal((await state(page)).point, 2);
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
    assert.equal((await state(page)).point, 0);
    await page.keyboard.press('ArrowRight');
    assert.equal((await state(page)).point, 1);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForFunction(() => window.memoryCityReport.state.point === 3);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
  }));

test('one goes down into a part and back up, and from tab to tab it stays', () =>
  on('travel-shop', {}, async (page) => {
    const first = page.locator('.parts button').first();
    const name = await first.locator('.name').textContent();
    await first.focus();
    await page.keyboard.press('Enter');
    const { steps } = await state(page);
    assert.equal(steps.length, 1);
    assert.equal(await page.locator('.crumbs .here').textContent(), name);
    for (const form of ['Icicle', 'Treemap', 'Bars', 'Sunburst']) {
      await page.getByRole('tab', { name: form }).click();
      assert.deepEqual((await state(page)).steps, steps, form);
      assert.ok((await page.locator('.picture.local .shape').count()) > 0, form);
    }
    await page.keyboard.press('ArrowRight');
    assert.equal((await state(page)).form, 'icicle', 'arrows in the tabs go to the next one');
    assert.ok((await page.locator('.picture.global .looked-at').count()) === 1, 'it is hatched in the whole');
    await clickShape(page, page.locator('.picture.local .shape').first());
    assert.deepEqual((await state(page)).steps, []);
    await first.click();
    await page.keyboard.press('Backspace');
    assert.deepEqual((await state(page)).steps, []);
    await first.click();
    await page.locator('.crumbs').getByRole('button', { name: 'Heap' }).click();
    assert.deepEqual((await state(page)).steps, []);
  }));

test('a finding is seen in the city and in the tree after one click', () =>
  on('travel-shop', {}, async (page) => {
    const { findings } = await reportData('travel-shop');
    await page.getByRole('button', { name: 'Show in the city' }).first().click();
    assert.deepEqual((await state(page)).selected, [findings[0].groups[0]]);
    await page.locator('.label.selected').waitFor();
    await page.waitForFunction(() => Math.abs(document.getElementById('city').getBoundingClientRect().top) < 120);
    await page.getByRole('button', { name: 'Show in the tree' }).first().click();
    await page.waitForFunction(() => Math.abs(document.getElementById('trees').getBoundingClientRect().top) < 120);
    assert.ok((await page.locator('.picture.local .selected').count()) >= 1);
    assert.ok((await page.locator('.part.selected').count()) === 1);
  }));

const DESK_AND_PHONE = { 'on a desk with a mouse': { viewport: WIDE }, 'on a phone with a finger': { viewport: NARROW, hasTouch: true } };

for (const [name, options] of Object.entries(DESK_AND_PHONE)) {
  test(`two clicks lead to the class that grows, in the city, and to the static field that keeps it, ${name}`, () =>
    on('travel-shop', options, async (page) => {
      const [owner, grown] = ['travelshop.business.JourneyService.SEARCH_CACHE', 'travelshop.business.Location'];
      const press = (locator) => (options.hasTouch ? locator.tap() : locator.click());
      const sees = async (text) => {
        for (let again = 0; again < 40 && !(await isSeen(page, text)); again += 1) await page.waitForTimeout(50);
        assert.ok(await isSeen(page, text), `${text} is seen`);
      };
      await page.locator('.label.number:visible').waitFor();
      // At once, without a click or scrolling: what is wrong, and where it is.
      assert.equal(await page.evaluate(() => scrollY), 0);
      await sees('Leak: something keeps growing');
      await sees(`${grown} piles up in ${owner}`);
      await sees('1 · Location');
      // The first click: why, and what to do about it.
      await press(page.getByRole('link', { name: owner }));
      await page.waitForFunction(() => Math.abs(document.getElementById('finding-1').getBoundingClientRect().top) < 120);
      const finding = page.locator('#finding-1');
      await sees(`${grown} piles up in ${owner}`);
      assert.match(await finding.textContent(), new RegExp(`Kept alive by the static field ${owner} `));
      // The second one: how large it is among all others.
      await press(finding.getByRole('button', { name: 'Show in the city' }));
      await page.waitForFunction(() => Math.abs(document.getElementById('city').getBoundingClientRect().top) < 120);
      await sees('1 · Location');
      assert.equal(await page.locator('.label.selected:visible').textContent(), '1 · Location');
      assert.deepEqual(await page.evaluate(() => window.memoryCityReport.state.selected.map((group) => window.memoryCityReport.heap.name(group))), [grown]);
      assert.match(await page.locator('.selection').textContent(), new RegExp(grown));
    }));
}

test('a building that is clicked is selected everywhere', () =>
  on('fig11', {}, async (page) => {
    const label = page.locator('.label.building:visible, .label.number:visible').first();
    const { x, y, width, height } = await label.boundingBox();
    // Names stand right above roofs.
    await page.mouse.move(x + 0.5 * width, y + height + 22);
    assert.match(await page.locator('.tooltip').textContent(), /of the heap/);
    const name = await page.locator('.tooltip strong').textContent();
    await page.mouse.click(x + 0.5 * width, y + height + 22);
    const { selected } = await state(page);
    assert.ok(selected.length > 0);
    await page.locator('.label.selected:visible').waitFor();
    assert.notEqual(await page.locator('.selection h2').textContent(), 'Nothing selected');
    const [node, shown] = await page.evaluate(() => {
      const { views, selectedNode, heap, state: { selected: [group] } } = window.memoryCityReport;
      return [selectedNode, [heap.name(group), views.name(selectedNode)]];
    });
    assert.deepEqual(shown, [name, name]);
    for (const form of ['Sunburst', 'Icicle', 'Treemap']) {
      await page.getByRole('tab', { name: form }).click();
      for (const picture of ['local', 'global']) {
        const shape = page.locator(`.picture.${picture} .shape[data-key="${node}."]`);
        assert.deepEqual(await outlines(page.locator(`.picture.${picture} .selected`)), await outlines(shape), `${form}, ${picture}`);
      }
    }
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    assert.deepEqual((await state(page)).selected, []);
    assert.equal(await page.locator('.picture .selected, .part.selected').count(), 0);
  }));

test('the wheel scrolls the page until the city was clicked', () =>
  on('fig11', {}, async (page) => {
    const box = await page.locator('.stage').boundingBox();
    await page.mouse.move(box.x + 30, box.y + 30);
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(() => scrollY > 100);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.mouse.click(box.x + 30, box.y + 30);
    await page.mouse.wheel(0, 200);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => scrollY), 0);
  }));

test('the city is drawn when something changes and never else', () =>
  on('fig11', {}, async (page) => {
    await page.waitForTimeout(500);
    const frames = await page.evaluate(async () => {
      let calls = 0;
      const original = window.requestAnimationFrame;
      window.requestAnimationFrame = (call) => {
        calls += 1;
        return original(call);
      };
      await new Promise((done) => setTimeout(done, 400));
      return calls;
    });
    assert.equal(frames, 0);
  }));

test('the table finds, sorts and selects', () =>
  on('travel-shop', {}, async (page) => {
    const rows = page.locator('table.groups tbody tr');
    assert.equal(await rows.count(), 100);
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
    assert.equal(await rows.count(), 200);
    await page.getByRole('searchbox', { name: 'Find' }).fill('location');
    const found = await rows.count();
    assert.ok(found > 0 && found < 20);
    for (const title of await page.locator('table.groups tbody th button').evaluateAll((all) => all.map((one) => one.title))) assert.match(title, /location/i);
    await page.getByRole('searchbox', { name: 'Find' }).fill('');
    const head = page.locator('table.groups thead');
    await head.getByRole('button', { name: 'Name' }).click();
    assert.equal(await head.locator('th[aria-sort]').getAttribute('aria-sort'), 'ascending');
    const names = await page.locator('table.groups tbody th button').allTextContents();
    assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, 'en')));
    await head.getByRole('button', { name: 'Name' }).click();
    assert.equal(await head.locator('th[aria-sort]').getAttribute('aria-sort'), 'descending');
    await page.locator('table.groups tbody th button').nth(2).focus();
    await page.keyboard.press('Enter');
    assert.equal((await state(page)).selected.length, 1);
    assert.equal(await page.locator('table.groups tr.selected').count(), 1);
  }));

test('trends hide a series on request', () =>
  on('fig11', {}, async (page) => {
    const before = await page.locator('.trends .area').count();
    assert.equal(before, 6, 'five and all others');
    await page.locator('.series button').first().click();
    assert.equal(await page.locator('.trends .area').count(), before - 1);
    await page.getByLabel('Stacked').uncheck();
    assert.equal(await page.locator('.trends .line').count(), before - 1);
  }));

test('dark and light are switched', () =>
  on('fig11', { colorScheme: 'light' }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: 'Dark colors' }).click();
    assert.notEqual(await paper(), light);
    assert.equal(await page.getByRole('button', { name: 'Dark colors' }).getAttribute('aria-pressed'), 'true');
    await page.getByRole('button', { name: 'Dark colors' }).click();
    assert.equal(await paper(), light);
  }));

test('the choice of dark or light is kept for the next report', async () => {
  const context = await shownBrowser().newContext({ colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const open = async (sample) => {
    await page.goto(`file://${await reportPage(sample)}`);
    return page.getByRole('button', { name: 'Dark colors' });
  };
  await (await open('fig11')).click();
  assert.equal(await (await open('travel-shop')).getAttribute('aria-pressed'), 'true');
  await context.close();
});

test('a recorded run has the title of its dataset, and is grouped as everywhere', () =>
  on('pet-shop-trace', {}, async (page) => {
    assert.match(await page.locator('header').textContent(), /Pet shop: recorded churn/);
    assert.match(await page.locator('.city-legend').textContent(), /Districts are groups by Type, buildings by Allocation site/);
  }));

test('estimates are told with their standard errors', () =>
  on('pet-shop-trace', {}, async (page) => {
    const error = / \u00b1 \d/;
    assert.match(await page.locator('#rules').textContent(), /A number with \u00b1 is estimated/);
    const cell = page.locator('table.groups tbody tr', { has: page.locator('.error') }).first();
    await cell.getByRole('button').click();
    assert.match(await page.locator('.selection dd').first().textContent(), error);
    await page.locator('.parts button').first().click();
    assert.match((await page.locator('.parts .value').allTextContents()).join(), error);
    await hoverShape(page, page.locator('.picture.local .shape').last());
    assert.match(await page.locator('.tooltip').textContent(), error);
  }));

test('the whole heap has no share of itself', () =>
  on('travel-shop', {}, async (page) => {
    assert.doesNotMatch(await page.locator('.crumbs .amount').textContent(), /of the heap/);
    await page.evaluate(() => window.memoryCityReport.select([0]));
    assert.doesNotMatch(await page.locator('.selection').textContent(), /Share of the heap/);
  }));

test('names that look like markup stay text', () => {
  const evil = '<img src=x onerror="window.isBroken=1"><b>bold</b>&amp;';
  return withData('travel-shop', (data) => {
    data.names = data.names.map((name, at) => (at === 0 ? name : `${evil}${name}`));
    data.shorts = data.shorts.map((name) => name && `${evil}${name}`);
    data.points.forEach((point) => {
      point.text = `${evil}${point.text}`;
    });
    data.findings.forEach((finding) => {
      finding.title = evil;
    });
  }, async (page) => {
    await page.locator('.parts button').first().click();
    await hoverShape(page, page.locator('.picture.local .shape').nth(1));
    await page.getByLabel('Points side by side').check();
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('b').count(), 0);
    assert.equal(await page.evaluate(() => window.isBroken), undefined);
    assert.ok((await page.locator('.crumbs').textContent()).includes('<img src=x'));
  });
});

test('other data keep what is looked at', () =>
  on('travel-shop', {}, async (page) => {
    await page.locator('.parts button').first().click();
    await page.getByLabel('Order').selectOption('end_size');
    await page.getByRole('slider', { name: 'Point in time' }).fill('4');
    const data = await reportData('travel-shop');
    const before = await page.locator('.selection h2').textContent();
    await page.evaluate((next) => window.memoryCityReport.update(next), data);
    const { steps, order, point, selected } = await state(page);
    assert.deepEqual([steps.length, order, point, selected.length], [1, 'end_size', 4, 1]);
    assert.equal(await page.locator('.selection h2').textContent(), before);
    // One point more: who looks at an earlier one stays there, who looks at the last one goes on with it.
    const longer = { ...data, points: [...data.points, { time: data.points.at(-1).time + 1000, text: 'one more' }], judged: [0, data.points.length] };
    await page.evaluate((next) => window.memoryCityReport.update(next), longer);
    assert.equal((await state(page)).point, 4);
    await page.getByRole('slider', { name: 'Point in time' }).fill(String(data.points.length));
    assert.match(await page.locator('.now').textContent(), /one more/);
  }));

test('points after the judged ones are said to be not counted', () =>
  withData('fig11', (data) => {
    data.judged = [0, data.points.length - 4];
  }, async (page) => {
    const { points } = await reportData('fig11');
    assert.equal((await state(page)).point, points.length - 4);
    assert.equal(await page.locator('.time-bar .not-counted').count(), 1);
    await page.getByRole('slider', { name: 'Point in time' }).fill(String(points.length - 1));
    assert.match(await page.locator('.now').textContent(), /not counted: memory falls at the end$/);
  }));

test('a heap at one point has no time', () =>
  withData('fig11', (data) => {
    data.points = data.points.slice(-1);
    data.judged = [0, 0];
    for (const rows of Object.values(data.groups.own)) rows.forEach((steps, group) => {
      rows[group] = [steps.reduce((sum, step) => sum + step, 0)];
    });
    data.cities.forEach((city) => {
      city.full_growth = 0;
    });
  }, async (page) => {
    assert.ok(await page.getByRole('slider').isHidden());
    assert.equal(await page.locator('.choice input').count(), 2);
    assert.ok(await page.locator('#trends').isHidden());
    assert.ok(await page.locator('.timeline').isHidden());
    assert.ok((await page.locator('.picture.local .shape').count()) > 3);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    assert.equal((await state(page)).point, 0);
  }));

test('a page without any heap stays as it was written', () =>
  withData('fig11', (data) => {
    Object.assign(data, { metrics: [], points: [], cities: [], trees: [] });
  }, async (page) => {
    assert.ok(await page.locator('.cities').isVisible());
    assert.equal(await page.locator('.places, .time-bar, canvas').count(), 0);
  }, { hasHeap: false }));

test('printed pages show the still pictures and no controls', () =>
  on('travel-shop', {}, async (page) => {
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['.places', '.time-bar', '.toolbar', '.city-view', '.show']) {
      for (const one of await page.locator(selector).all()) assert.ok(await one.isHidden(), selector);
    }
    assert.ok(await page.locator('.cities').isVisible());
    assert.ok(await page.locator('.picture.local svg').isVisible());
    assert.ok(await page.locator('svg.trends').isVisible());
  }));
