// Tree pictures in a browser: going down and up, pointing, gliding, and that sizes on the screen are those of the numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NARROW, WIDE, clickShape, hoverShape, state } from './browser.mjs';
import { on, withData } from './on_page.mjs';
import { heightOf, outlines, shapeOf, turnOf } from './pictures.mjs';
import { reportData } from './program.mjs';

/** How long shapes glide, and how many times faster than on average they are at most, by how a glide begins and ends gently. */
const GLIDE = 600;
const FASTEST = 2;
/** The time from frame to frame of a clock that stands still. */
const FRAME = 16;
const RED = 'rgb(224, 32, 27)';
const YELLOW = 'rgb(255, 225, 25)';
/** The gap between neighbours of a ring, as a share of a turn, and what is lost by two decimals. */
const GAP = 0.001;

const crumbs = (page) => page.locator('.crumbs li').allTextContents();
const countIn = (text) => Number(/^[\d,]+/.exec(text)[0].replaceAll(',', ''));
const near = (ours, theirs, close, what) => assert.ok(Math.abs(ours - theirs) <= close, `${what}: ${ours} is not ${theirs}`);

/** The side of the local picture. */
const sideOf = (page) => page.locator('.picture.local svg').evaluate((svg) => svg.viewBox.baseVal.width);

/** Checks that the page looks at a group: by the way above the picture, by the steps, and by what is drawn. */
async function looksAt(page, ...way) {
  assert.deepEqual((await state(page)).steps, way);
  const told = await crumbs(page);
  assert.equal(told.length, way.length + 1);
  const at = told.at(-1);
  const caption = await page.locator('.picture.local .caption').textContent();
  assert.equal(caption, way.length === 0 ? 'Two levels, with names' : `${at}, with two levels below it`);
  assert.equal(await page.locator('.picture.global .looked-at').count(), way.length === 0 ? 0 : 1);
  const [drawn, meant] = await page.evaluate(() => {
    const { views, root, state: { point } } = window.memoryCityReport;
    const keys = [...document.querySelectorAll('.picture.local .shape')].map((shape) => Number.parseInt(shape.dataset.key, 10));
    return [keys, views.tree.below(root, 2).filter((node) => views.values(point)[node] > 0)];
  });
  assert.deepEqual(drawn, meant, 'it and two levels below it are drawn');
}

for (const form of ['Sunburst', 'Icicle']) {
  test(`two clicks in the picture go down twice, two on its root back up: ${form}`, () =>
    on('travel-shop', {}, async (page) => {
      const click = async (picture, ...way) => clickShape(page, await shapeOf(page, picture, ...way));
      await page.getByRole('tab', { name: form }).click();
      for (const picture of ['local', 'global']) {
        await click(picture, 'java');
        await looksAt(page, 'java');
        await click(picture, 'java', 'util');
        await looksAt(page, 'java', 'util');
        assert.deepEqual(await crumbs(page), ['Heap', 'java', 'util']);
        await click('local', 'java', 'util');
        await looksAt(page, 'java');
        await click('local', 'java');
        await looksAt(page);
        await click('local');
        await looksAt(page);
      }
      // A part of a part is one click away; the root of the whole is the heap wherever one is.
      await click('local', 'travelshop', 'business');
      await looksAt(page, 'travelshop', 'business');
      await click('global', 'java', 'lang');
      await looksAt(page, 'java', 'lang');
      await click('global', 'java');
      await looksAt(page, 'java');
      for (let again = 0; again < 2; again += 1) {
        await click('global');
        await looksAt(page);
      }
    }));
}

test('the strongest group has exactly the shares that the sample was made with', () =>
  on('easytravel-ds', {}, async (page) => {
    await page.getByRole('radio', { name: 'Shallow size' }).check();
    const last = (await reportData('easytravel-ds')).points.length - 1;
    for (const [point, told] of [[0, '11.8 % of the heap'], [last, '39.5 % of the heap']]) {
      await page.getByRole('slider', { name: 'Point in time' }).fill(String(point));
      await page.mouse.move(5, 5);
      await hoverShape(page, page.locator('.picture.local .shape').nth(1));
      assert.equal((await page.locator('.crumbs .amount').textContent()).split(' · ')[1], told);
      assert.ok((await page.locator('.tooltip span').allTextContents()).includes(told));
      assert.match(await page.locator('.tooltip strong').textContent(), /^Heap › ConcurrentHashMap/);
    }
  }));

test('what is pointed at is marked in the whole, all else is dim', () =>
  on('fig11', {}, async (page) => {
    await hoverShape(page, page.locator('.picture.local .shape').nth(1));
    assert.equal(await page.locator('.picture.global .pointed').count(), 1);
    assert.ok((await page.locator('.picture.local .shape.is-dim').count()) > 3);
    assert.match(await page.locator('.tooltip').textContent(), /of the heap/);
    await page.locator('h1').hover();
    assert.equal(await page.locator('.picture.global .pointed').count(), 0);
    assert.equal(await page.locator('.picture.local .shape.is-dim').count(), 0);
    assert.ok(await page.locator('.tooltip').isHidden());
  }));

test('the edge of what is pointed at is yellow within the others of the heap, and red elsewhere', async () => {
  /** Points at a shape of the local picture, and checks the edge in the global one. */
  const check = async (page, color, ...way) => {
    await hoverShape(page, await shapeOf(page, 'local', ...way));
    const edge = page.locator('.picture.global .pointed');
    assert.equal(await edge.evaluate((one) => getComputedStyle(one).stroke), color, way.join());
    assert.deepEqual(await outlines(edge), await outlines(await shapeOf(page, 'global', ...way)), 'around the same group');
  };
  for (const form of ['Sunburst', 'Icicle']) {
    await on('fig11', {}, async (page) => {
      await page.getByRole('tab', { name: form }).click();
      await page.getByRole('slider', { name: 'Point in time' }).fill('0');
      const part = await page.evaluate(() => {
        const { views } = window.memoryCityReport;
        return views.name(views.parts(views.down([null]), 0)[0]);
      });
      await check(page, RED, 'HashMap$Node');
      await check(page, YELLOW, null);
      await check(page, YELLOW, null, part);
      await check(page, RED, 'HashMap$Node', 'HashMap.newNode()');
      await page.locator('.parts button').last().hover();
      assert.equal(await page.locator('.picture.global .pointed').evaluate((one) => getComputedStyle(one).stroke), YELLOW);
    });
  }
  // Others within a part are no others of the heap.
  await on('travel-shop', {}, async (page) => {
    await clickShape(page, await shapeOf(page, 'local', 'java'));
    await check(page, RED, 'java', null);
    await check(page, RED, 'java', 'util', null);
    await page.getByRole('button', { name: 'Heap', exact: true }).click();
    await clickShape(page, await shapeOf(page, 'local', null));
    await check(page, YELLOW, null, null);
  });
});

test('one goes down into others as far as they have parts, which sum up to them', () =>
  on('travel-shop', {}, async (page) => {
    await page.getByRole('radio', { name: 'Objects' }).check();
    for (const form of ['Icicle', 'Sunburst']) {
      await page.getByRole('tab', { name: form }).click();
      const way = [];
      for (let held = Infinity; ;) {
        const parts = (await page.locator('.parts .value').allTextContents()).map(countIn);
        const whole = countIn(await page.locator('.crumbs .amount').textContent());
        assert.ok(parts.length > 0 && whole < held);
        assert.equal(parts.reduce((sum, part) => sum + part, 0), whole, way.join());
        held = whole;
        const others = page.locator('.parts button', { has: page.locator('.go:text("›")') }).filter({ hasText: /\d others/ });
        if ((await others.count()) === 0) break;
        way.push(null);
        await clickShape(page, await shapeOf(page, 'local', ...way));
        await looksAt(page, ...way);
      }
      assert.ok(way.length >= 2, 'others have others');
      await page.locator('.crumbs').getByRole('button', { name: 'Heap' }).click();
    }
  }));

test('form and time leave the way down, the metric and the order as they are', () =>
  on('travel-shop', {}, async (page) => {
    const { metrics } = await reportData('travel-shop');
    await page.getByRole('radio', { name: 'Objects' }).check();
    await page.getByLabel('Order').selectOption('end_size');
    await clickShape(page, await shapeOf(page, 'local', 'java'));
    await clickShape(page, await shapeOf(page, 'local', 'java', 'util'));
    const stays = async (what, point, form) => {
      const now = await state(page);
      assert.deepEqual([now.point, now.form], [point, form], what);
      assert.deepEqual([now.steps, now.metric, now.order], [['java', 'util'], metrics[1].key, 'end_size'], what);
      await looksAt(page, 'java', 'util');
      assert.ok(await page.getByRole('radio', { name: 'Objects' }).isChecked(), what);
      assert.equal(await page.getByLabel('Order').inputValue(), 'end_size', what);
      assert.match(await page.locator('.crumbs .amount').textContent(), / objects · [\d.]+ % of the heap$/, what);
    };
    await stays('at first', 12, 'sunburst');
    await page.getByRole('tab', { name: 'Icicle' }).click();
    await stays('another form', 12, 'icicle');
    await page.getByRole('button', { name: 'Previous heap' }).click();
    await stays('one back', 11, 'icicle');
    await page.getByRole('slider', { name: 'Point in time' }).fill('0');
    await stays('the first point', 0, 'icicle');
    await page.getByRole('tab', { name: 'Sunburst' }).click();
    await stays('back to rings', 0, 'sunburst');
    await page.getByRole('button', { name: 'Next heap' }).click();
    await stays('one on', 1, 'sunburst');
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await stays('by key', 2, 'sunburst');
  }));

/** Everything in the first part of the heap is gone at the first point. */
function cutFirstPart(data) {
  const { parent, own } = data.groups;
  const isIn = (group) => group !== 0 && (group === gone || isIn(parent[group]));
  const { sources } = data.trees.find((tree) => tree.metric === data.metrics[0].key && tree.order === 'absolute_growth');
  const gone = sources[1];
  for (const rows of Object.values(own)) {
    rows.forEach((steps, group) => {
      if (isIn(group) && steps.length > 0) rows[group] = [0, steps[0] + (steps[1] ?? 0), ...steps.slice(2)];
    });
  }
}

test('a group that is not there at a point is told, and the one above is shown', () =>
  withData('travel-shop', cutFirstPart, async (page) => {
    await page.locator('.parts button').first().click();
    assert.equal((await state(page)).steps.length, 1);
    await page.getByRole('slider', { name: 'Point in time' }).fill('0');
    assert.deepEqual((await state(page)).steps, []);
    assert.match(await page.locator('.notice').textContent(), /has no parts at this point, so Heap is shown/);
    await page.getByRole('button', { name: 'Close' }).click();
    assert.ok(await page.locator('.notice').isHidden());
  }));

/** Lets time stand still; it goes on with `page.clock.runFor` alone. */
async function stopTime(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
}

test('what is told of a missing group goes away by itself after 6 seconds', () =>
  withData('travel-shop', cutFirstPart, async (page) => {
    const notice = page.locator('.notice');
    const slider = page.getByRole('slider', { name: 'Point in time' });
    const miss = async () => {
      await slider.fill('1');
      await page.locator('.parts button').first().click();
      await slider.fill('0');
      assert.ok(await notice.isVisible());
    };
    await stopTime(page);
    await miss();
    await page.clock.runFor(5900);
    assert.ok(await notice.isVisible());
    await page.clock.runFor(200);
    assert.ok(await notice.isHidden());
    // The time of one that was closed does not end the next one.
    await miss();
    await page.clock.runFor(4000);
    await page.getByRole('button', { name: 'Close' }).click();
    await miss();
    await page.clock.runFor(4000);
    assert.ok(await notice.isVisible());
    await page.clock.runFor(2100);
    assert.ok(await notice.isHidden());
  }));

test('the metric changes shapes, axes and the order of parts, and what is pointed at is told in both', () =>
  on('fig11', {}, async (page) => {
    const look = async (metric) => {
      await page.getByRole('radio', { name: metric }).check();
      await page.getByRole('tab', { name: 'Bars' }).click();
      const bars = await page.locator('.picture.local .axis').allTextContents();
      await page.getByRole('tab', { name: 'Sunburst' }).click();
      const side = await sideOf(page);
      const names = await page.locator('.parts .name').allTextContents();
      const shares = (await page.locator('.parts .more').allTextContents()).map((text) => Number.parseFloat(text) / 100);
      const shapes = await outlines(page.locator('.picture.local .shape'));
      shares.forEach((share, at) => near(turnOf(shapes[at + 1], side), share, 0.0005 + GAP, names[at]));
      near(shares.reduce((sum, one) => sum + one, 0), 1, 0.01, 'all parts together');
      await hoverShape(page, await shapeOf(page, 'local', 'HostConfiguration'));
      const tooltip = await page.locator('.tooltip span').allTextContents();
      await page.mouse.move(5, 5);
      const axes = await page.locator('.timeline .axis, svg.trends .axis').allTextContents();
      return { names, shapes, whole: await outlines(page.locator('.picture.global .shape')), axes: [...bars, ...axes].filter((text) => /[kiB]/.test(text)), tooltip, now: await page.locator('.now').textContent() };
    };
    const [objects, bytes] = [await look('Objects'), await look('Shallow size')];
    for (const part of ['names', 'shapes', 'whole', 'axes', 'tooltip']) assert.notDeepEqual(objects[part], bytes[part], part);
    assert.deepEqual([objects.names.indexOf('HashMap$Node'), bytes.names.indexOf('HostConfiguration')], [0, 0]);
    assert.ok(objects.axes.length > 6 && bytes.axes.length > 6, 'three charts have numbers');
    for (const text of objects.axes) assert.match(text, /^[\d.]+ k$/);
    for (const text of bytes.axes) assert.match(text, /^[\d.]+ MiB$/);
    assert.ok(objects.tooltip.some((text) => /^27,520 objects, [\d.]+ MiB$/.test(text)), objects.tooltip.join());
    assert.ok(bytes.tooltip.some((text) => /^[\d.]+ MiB, 27,520 objects$/.test(text)), bytes.tooltip.join());
    assert.match(objects.now, /· 168,403 objects$/);
    assert.match(bytes.now, /· [\d.]+ MiB$/);
  }));

test('the order puts the parts in another order', () =>
  on('travel-shop', {}, async (page) => {
    const before = await page.locator('.parts .value').allTextContents();
    await page.getByLabel('Order').selectOption('start_size');
    assert.equal((await state(page)).order, 'start_size');
    assert.notDeepEqual(await page.locator('.parts .value').allTextContents(), before);
  }));

test('points of the chart keep their trees in the order of time, as high as the heap was', () =>
  on('fig11', {}, async (page) => {
    const point = (number) => page.locator(`.timeline .point[data-point="${number}"]`);
    const trees = page.locator('.timeline .small-tree');
    for (const number of [7, 1, 4]) await point(number).click();
    const kept = [1, 4, 7, 24];
    assert.equal(await trees.count(), kept.length, 'and that of the current point');
    for (const number of [7, 1, 4]) assert.equal(await point(number).getAttribute('aria-pressed'), 'true');
    const series = await page.evaluate(() => window.memoryCityReport.heap.series('objects', 0));
    /** Where small trees stand, from left to right, and the outline of their root. */
    const standing = async () => {
      const all = await trees.evaluateAll((groups) => groups.map((group) => {
        const { left, right } = group.getBoundingClientRect();
        const root = group.querySelector('path');
        return { left, right, root: root.getBBox().height, outlines: [...group.querySelectorAll('path')].map((path) => path.getAttribute('d')) };
      }));
      return all.sort((a, b) => a.left - b.left);
    };
    const kind = page.getByLabel('Small trees');
    assert.equal(await kind.inputValue(), 'icicle global');
    const first = await standing();
    first.slice(1).forEach(({ left }, at) => assert.ok(left >= first[at].right, 'none covers another'));
    const height = first[0].right - first[0].left;
    first.forEach(({ root }, at) => near(root, (height * series[kept[at]]) / Math.max(...series), 1.5, `the heap of point ${kept[at]}, where the largest one fills its place`));
    assert.ok(first[0].root < 0.4 * first[2].root, 'they differ much');
    // A line leads from each point to its tree.
    const ends = await page.locator('.timeline .connector').evaluateAll((all) => all.map((one) => one.getAttribute('d').match(/[\d.]+/g).map(Number)));
    const { left } = await page.locator('svg.timeline').evaluate((svg) => svg.getBoundingClientRect());
    for (const [at, number] of kept.entries()) {
      near(ends[at][0], Number(await point(number).locator('.dot').getAttribute('cx')), 0.1, `line of point ${number}`);
      near(ends[at][2] + left, 0.5 * (first[at].left + first[at].right), 2, `line to the tree of point ${number}`);
    }
    const values = await kind.locator('option').evaluateAll((all) => all.map(({ value }) => value));
    assert.deepEqual(values, ['icicle global', 'sunburst global', 'icicle local', 'sunburst local']);
    const seen = new Set();
    for (const value of values) {
      await kind.selectOption(value);
      const now = await standing();
      assert.equal(now.length, kept.length, value);
      assert.equal(await page.locator('.timeline .small-tree .frame').count(), value === 'icicle global' ? kept.length : 0, value);
      assert.equal(now[0].outlines[0].includes('A'), value.startsWith('sunburst'), value);
      if (value !== 'icicle global') now.forEach(({ root }) => near(root, now[0].root, 0.1, `${value} is not scaled`));
      seen.add(now.map((tree) => tree.outlines.join()).join());
    }
    // Down in a part the local ones are those of the part.
    const whole = await standing();
    await page.locator('.parts button').first().click();
    assert.notDeepEqual((await standing()).map((tree) => tree.outlines), whole.map((tree) => tree.outlines));
    assert.equal(await kind.inputValue(), 'sunburst local');
    await point(4).focus();
    await page.keyboard.press('Enter');
    assert.equal(await trees.count(), 3);
    assert.equal(await point(4).getAttribute('aria-pressed'), 'false');
    assert.ok(seen.size >= 3, 'kinds differ');
  }));

test('points side by side show the branch in one scale', async () => {
  /** Of the root in each cell: the share of the cell's side that it takes. */
  const sizes = (page, form) => page.locator('.multiples .cell svg').evaluateAll((all, kind) => all.map((svg) => {
    const { height } = svg.getBoundingClientRect();
    const shapes = [...svg.querySelectorAll('.shape')].map((shape) => shape.getBoundingClientRect());
    if (kind !== 'Sunburst') return shapes[0].height / height;
    return (Math.max(...shapes.map(({ bottom }) => bottom)) - Math.min(...shapes.map(({ top }) => top))) / height;
  }), form);
  for (const viewport of [WIDE, NARROW]) {
    await on('fig11', { viewport }, async (page) => {
      await page.getByLabel('Points side by side').check();
      for (const way of [[], ['HashMap$Node']]) {
        await page.evaluate((steps) => window.memoryCityReport.change({ steps }), way);
        for (const form of ['Sunburst', 'Icicle', 'Treemap']) {
          await page.getByRole('tab', { name: form }).click();
          assert.equal(await page.locator('.multiples .cell').count(), 12);
          const told = (await page.locator('.multiples .cell .value').allTextContents()).map(countIn);
          const most = Math.max(...told);
          const found = await sizes(page, form);
          // Areas are to be compared where there is no common side.
          const meant = told.map((value) => (form === 'Icicle' ? value / most : Math.sqrt(value / most)));
          const whole = found[told.indexOf(most)];
          assert.ok(whole > 0.85 && whole <= 1.02, `${form} fills a cell where there is most: ${whole}`);
          found.forEach((size, at) => near(size / whole, meant[at], 0.015, `${form} of ${way.join()} in cell ${at + 1}`));
          assert.ok(Math.min(...meant) < 0.5, 'they differ much');
        }
      }
      await page.locator('.multiples .cell').first().click();
      assert.equal((await state(page)).point, 0);
      assert.equal(await page.locator('.multiples .cell[aria-pressed="true"]').count(), 1);
    });
  }
});

test('while it glides a sector lies between both states, and turned back it goes on from where it is', () =>
  on('easytravel-ds', { isFlat: true, reducedMotion: 'no-preference' }, async (page) => {
    const shape = page.locator('.picture.local .shape').nth(1);
    const side = await sideOf(page);
    const turn = async () => turnOf(await shape.getAttribute('d'), side);
    const go = (point) => page.evaluate((at) => window.memoryCityReport.go(at), point);
    const frames = async (count) => {
      const seen = [await turn()];
      while (seen.length <= count) {
        await page.clock.runFor(FRAME);
        seen.push(await turn());
      }
      return seen;
    };
    await stopTime(page);
    const end = await turn();
    await go(0);
    await page.clock.runFor(GLIDE + 2 * FRAME);
    const begin = await turn();
    const span = end - begin;
    assert.ok(span > 0.2, 'it has far to go');
    await go(21);
    const up = await frames(20);
    await go(0);
    const down = await frames(GLIDE / FRAME + 2);
    near(up[0], begin, 1e-4, 'it begins where it was');
    near(down[0], up.at(-1), 1e-4, 'and so does what turns it back');
    for (const now of up.slice(4)) assert.ok(now > begin + 0.001 && now < end - 0.001, `${now} lies between ${begin} and ${end}`);
    assert.ok(up.at(-1) > begin + 0.3 * span, 'it has come far');
    for (const [name, seen, sign] of [['up', up, 1], ['down', down, -1]]) {
      const steps = seen.slice(1).map((now, at) => sign * (now - seen[at]));
      assert.ok(Math.min(...steps) > -1e-4, `${name} it never turns`);
      assert.ok(Math.max(...steps) <= (FASTEST * span * FRAME) / GLIDE + 1e-3, `${name} it never jumps: ${Math.max(...steps)} of ${span}`);
    }
    near(down.at(-1), begin, 1e-4, 'it ends where it belongs');
  }));

for (const form of ['Sunburst', 'Icicle']) {
  test(`no shape moves further from frame to frame than the time between them allows: ${form}`, () =>
    on('easytravel-ds', { isFlat: true, reducedMotion: 'no-preference' }, async (page) => {
      await page.getByRole('tab', { name: form }).click();
      const side = await sideOf(page);
      const size = (outline) => (form === 'Sunburst' ? turnOf(outline, side) : heightOf(outline));
      const { seen, begin } = await page.evaluate(async (millis) => {
        const shape = document.querySelectorAll('.picture.local .shape')[1];
        const pause = (time) => new Promise((done) => setTimeout(done, time));
        const found = [];
        const page = window.memoryCityReport;
        const watcher = new MutationObserver(() => found.push([document.timeline.currentTime, shape.getAttribute('d')]));
        watcher.observe(shape, { attributeFilter: ['d'] });
        page.go(0);
        await pause(2 * millis);
        const first = shape.getAttribute('d');
        page.go(21);
        await pause(0.5 * millis);
        page.go(0);
        await pause(0.25 * millis);
        page.go(21);
        await pause(2 * millis);
        watcher.disconnect();
        return { seen: found, begin: first };
      }, GLIDE);
      const sizes = seen.map(([time, outline]) => [time, size(outline)]);
      const end = sizes.at(-1)[1];
      const span = end - size(begin);
      sizes.slice(1).forEach(([time, now], at) => {
        const [before, then] = sizes[at];
        const most = (FASTEST * span * (time - before)) / GLIDE;
        assert.ok(Math.abs(now - then) <= most + 0.005 * span, `${Math.abs(now - then)} of ${span} in ${time - before} ms`);
      });
      assert.ok(sizes.filter(([, now]) => now > end - 0.9 * span && now < end - 0.1 * span).length > 2, 'there is something between');
      const last = await outlines(page.locator('.picture.local .shape').nth(1));
      near(size(last[0]), end, 1e-6, 'it stays where it ended');
    }));
}

test('what leaves a picture and comes back while it glides stays', () =>
  on('travel-shop', { isFlat: true, reducedMotion: 'no-preference' }, async (page) => {
    const local = page.locator('.picture.local .shape');
    await stopTime(page);
    for (const form of ['Sunburst', 'Icicle', 'Treemap']) {
      await page.getByRole('tab', { name: form }).click();
      await page.clock.runFor(GLIDE + 2 * FRAME);
      const before = await outlines(local);
      await page.locator('.parts button').first().focus();
      await page.keyboard.press('Enter');
      await page.clock.runFor(200);
      await page.keyboard.press('Backspace');
      await page.clock.runFor(GLIDE + 2 * FRAME);
      assert.deepEqual(await outlines(local), before, form);
    }
  }));
