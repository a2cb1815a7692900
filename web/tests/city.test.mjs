// The city of the page is that of the program: the same buildings at the same places, of the same size and colour.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/base/colors.js';
import { CityPlan } from '../src/data/city_plan.js';
import { Heap } from '../src/data/heap.js';
import { SAMPLES, memoryCityJson, reportData } from './program.mjs';

/** The program writes places with fewer digits than it has. */
const CLOSE = 1e-3;
const CLOSE_COLOR = 1e-4;

for (const sample of ['travel-shop', 'fig11', 'easytravel-ds', 'pet-shop-trace']) {
  for (const metric of ['bytes', 'objects']) {
    test(`buildings of ${sample} by ${metric} are those of the program`, async () => {
      const heap = new Heap(await reportData(sample));
      const plan = new CityPlan(heap, heap.data.cities.find((city) => city.metric === metric));
      for (const point of new Set([0, Math.floor(heap.points / 2), heap.points - 1])) {
        const scene = memoryCityJson('scene', SAMPLES + sample, '--time', String(point + 1), '--set', `metric=${metric}`);
        assert.equal(plan.districts.length, scene.districts.length);
        scene.districts.forEach(({ center, size, rgb, level }, at) => {
          const { rect, level: ours } = plan.districts[at];
          near([0.5 * (rect.x0 + rect.x1), 0.5 * (rect.y0 + rect.y1)], [center[0], center[2]], CLOSE);
          near([rect.x1 - rect.x0, plan.slab, rect.y1 - rect.y0], size, CLOSE);
          assert.equal(ours, level);
          // Half of a step of 255.
          near(parse(plan.city.levels[level]).map((part) => part / 255), rgb, 0.502 / 255);
        });
        assert.equal(plan.buildings.length, scene.buildings.length);
        scene.buildings.forEach((building, at) => {
          const { x, y, base } = plan.place(at);
          const [halfWidth, halfDepth, height] = plan.size(at, point);
          const value = plan.value(at, point);
          assert.equal(value, building[metric], building.path);
          near([x, y], [building.center[0], building.center[2]], CLOSE);
          near([2 * halfWidth, height, 2 * halfDepth], building.size, CLOSE);
          if (value > 0) near([base], [building.center[1] - 0.5 * building.size[1]], CLOSE);
          near(plan.color(at, point).map((part) => part / 255), building.rgba.slice(0, 3), CLOSE_COLOR);
        });
      }
    });
  }
}

function near(ours, theirs, close) {
  ours.forEach((value, at) => assert.ok(Math.abs(value - theirs[at]) <= close, `${ours} is not ${theirs}`));
}
