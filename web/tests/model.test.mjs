// The city as a model (binary glTF) is what the standard says, by the validator of those who wrote it, and what three reads.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { validateBytes } from 'gltf-validator';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { SAMPLES, memoryCity, memoryCityJson } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'memory-city-model-'));

function model(sample) {
  const file = join(folder, `${sample}.glb`);
  memoryCity('scene', SAMPLES + sample, '--out', file);
  return readFileSync(file);
}

const sorted = (names) => [...names].sort();

for (const sample of ['fig10', 'travel-shop-trace']) {
  test(`the validator finds nothing wrong with the model of ${sample}`, async () => {
    const { issues, info } = await validateBytes(new Uint8Array(model(sample)));
    assert.deepEqual(issues.messages, []);
    assert.deepEqual([issues.numErrors, issues.numWarnings, issues.numInfos, issues.numHints], [0, 0, 0, 0]);
    assert.ok(info.drawCallCount > 1 && info.hasDefaultScene);
  });

  test(`three reads the names, places and counts of ${sample} from its model`, async () => {
    const bytes = model(sample);
    const { scene } = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
    const city = memoryCityJson('scene', SAMPLES + sample);
    // Three changes the names of its objects; those of the file stay beside them.
    const [built, ground] = [[], []];
    scene.traverse((object) => {
      if (object.isMesh) (object.userData.key === undefined ? ground : built).push(object);
    });
    const buildings = city.buildings.filter((building) => building.visible);
    assert.deepEqual(sorted(built.map((object) => object.userData.key)), sorted(buildings.map((building) => building.key)));
    assert.deepEqual(sorted(built.map((object) => object.userData.name)), sorted(buildings.map((building) => building.name)));
    assert.equal(ground.length, city.districts.filter((district) => district.size.every((side) => side > 0)).length);
    const byKey = new Map(buildings.map((building) => [building.key, building]));
    for (const object of built) {
      const { center, size, bytes: held } = byKey.get(object.userData.key);
      assert.deepEqual([object.position.toArray(), object.scale.toArray(), object.userData.bytes], [center, size, held]);
    }
  });
}
