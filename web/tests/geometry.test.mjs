// Pictures that the page computes are those of the program: the same groups at the same places, in the same colours, with the same names.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Heap } from '../src/data/heap.js';
import { TreeViews } from '../src/data/tree_views.js';
import { lookOf } from '../src/tree/look.js';
import { SAMPLES, memoryCityJson, reportData } from './program.mjs';

const CLOSE = 1e-6;
const ORDERS = { absolute_growth: 'absolute', start_size: 'start', end_size: 'end', average: 'average', relative_growth: 'relative', peak_size: 'peak' };

const views = new Map();
const heaps = new Map();

before(async () => {
  for (const sample of ['travel-shop', 'fig11', 'easytravel-ds', 'pet-shop-trace']) heaps.set(sample, new Heap(await reportData(sample)));
});

function viewsOf(sample, metric, order) {
  const key = `${sample} ${metric} ${order}`;
  const heap = heaps.get(sample);
  if (!views.has(key)) {
    const entry = heap.data.trees.find((tree) => tree.metric === metric && tree.order === order);
    views.set(key, new TreeViews(heap, entry));
  }
  return views.get(key);
}

function check(sample, { form, scope, point, metric = 'bytes', order = 'absolute_growth', of = null, isScaled = null }) {
  const ours = viewsOf(sample, metric, order);
  const args = ['tree', SAMPLES + sample, '--json', '--view', form, '--scope', scope, '--time', String(point + 1), '--metric', metric, '--sort', ORDERS[order]];
  if (of) args.push('--of', of.key);
  if (isScaled !== null) args.push('--scaled', String(isScaled));
  const [picture] = memoryCityJson(...args).pictures;
  const root = of ? ours.down(of.path.slice(1)) : 0;
  if (of) assert.deepEqual(ours.tree.path(root).map((node) => ours.name(node)), of.path);
  const size = [picture.width, picture.height];
  const scaled = isScaled ?? (form === 'icicle' && scope === 'global');
  const look = lookOf(ours, { form, scope, point, root, size, isScaled: scaled });
  assert.equal(look.shapes.length, picture.shapes.length, 'as many shapes');
  look.shapes.forEach((shape, at) => {
    const theirs = picture.shapes[at];
    const path = ours.tree.path(shape.node).map((node) => ours.name(node));
    const told = {
      path,
      value: ours.values(shape.point)[shape.node],
      level: ours.tree.nodes[shape.node].level,
      color: shape.color,
      point: shape.point + 1,
      label: shape.label?.text,
    };
    assert.deepEqual(told, { path: theirs.path, value: theirs.value, level: theirs.level, color: theirs.color, point: theirs.point, label: theirs.label });
    near(shape.opacity, theirs.opacity, path);
    if (theirs.rect) ['x0', 'y0', 'x1', 'y1'].forEach((side, number) => near(shape.outline.rect[side], theirs.rect[number], path));
    else for (const part of ['start', 'sweep', 'inner', 'outer']) near(shape.outline.sector[part], theirs.sector[part], path);
  });
}

function near(ours, theirs, what) {
  assert.ok(Math.abs(ours - theirs) <= CLOSE, `${ours} is not ${theirs} at ${what}`);
}

/** A group of the first level that has parts, as the program names it. */
function firstPart(sample, point) {
  const [picture] = memoryCityJson('tree', SAMPLES + sample, '--json', '--scope', 'local', '--time', String(point + 1)).pictures;
  const isAbove = (shape, other) => other.path.length > shape.path.length && shape.path.every((name, at) => other.path[at] === name);
  return picture.shapes.find((shape) => shape.level === 1 && shape.key && picture.shapes.some((other) => isAbove(shape, other)));
}

for (const sample of ['travel-shop', 'fig11', 'easytravel-ds', 'pet-shop-trace']) {
  for (const form of ['sunburst', 'icicle', 'treemap', 'bars']) {
    test(`${form} of ${sample} is that of the program at every scope, first, middle and last point, and in a part`, () => {
      const { points } = heaps.get(sample);
      for (const scope of ['local', 'global']) {
        for (const point of new Set([0, Math.floor(points / 2), points - 1])) {
          check(sample, { form, scope, point });
          const of = firstPart(sample, point);
          if (of) check(sample, { form, scope, point, of });
        }
      }
    });
  }
}

test('every order and both metrics show what the program shows', () => {
  for (const metric of ['bytes', 'objects']) {
    for (const order of Object.keys(ORDERS)) {
      check('fig11', { form: 'icicle', scope: 'global', point: 7, metric, order });
      check('travel-shop', { form: 'sunburst', scope: 'global', point: 3, metric, order });
    }
  }
});

test('pictures whose size tells how large the heap is are scaled alike', () => {
  for (const form of ['sunburst', 'icicle', 'treemap', 'bars']) {
    check('fig11', { form, scope: 'global', point: 2, isScaled: true });
    check('fig11', { form, scope: 'local', point: 2, isScaled: true });
  }
});

test('standard errors of estimates are those of the program', () => {
  const heap = heaps.get('pet-shop-trace');
  const { rows } = memoryCityJson('trends', `${SAMPLES}pet-shop-trace`, '--window', '1..', '--json');
  const groups = new Map(Array.from({ length: heap.count }, (_, group) => [['Overall', ...heap.path(group).slice(1).map((at) => heap.name(at))].join('#'), group]));
  let estimates = 0;
  for (const { key, volume, volume_error: errors } of rows) {
    const group = groups.get(key);
    if (group === undefined) continue;
    volume.forEach((value, point) => {
      assert.equal(heap.value('bytes', group, point), value, key);
      assert.equal(heap.error('bytes', [group], point), errors?.[point] ?? 0, key);
    });
    estimates += errors ? 1 : 0;
  }
  assert.ok(estimates > 0, 'some are told');
});
