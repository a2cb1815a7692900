// The city as a picture that can be turned: it knows places, sizes and a camera, and nothing of the page around it. It is drawn when
// something changes, never all the time.

import { Color, PerspectiveCamera, Raycaster, Scene, TOUCH, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

import { parse } from '../base/colors.js';
import { glide } from '../base/glide.js';
import { Boxes, PLAIN, SELECTED, MARKED } from './boxes.js';

/** The surroundings, as in the drawings. */
export const GROUND = '#0a1220';
const FIELD_OF_VIEW = 32;
/** How much darker walls are at their foot. */
const CONTACT = 0.28;
/** From where the city is seen at first. */
const FROM = new Vector3(1, 0.95, 1).normalize();
/** The share of the canvas that the whole city fills. */
const FILLED = 0.92;
const SELECTED_DISTRICT = [47, 123, 255];

export class CityScene {
  /** Throws where there is no WebGL. `drawn` is called after every picture. */
  constructor(canvas, drawn) {
    this.canvas = canvas;
    this.drawn = drawn;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.scene = new Scene();
    this.scene.background = new Color(GROUND);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 10);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = 0.49 * Math.PI;
    this.controls.zoomToCursor = true;
    // One finger scrolls the page, two turn and zoom.
    this.controls.touches = { ONE: null, TWO: TOUCH.DOLLY_ROTATE };
    canvas.style.touchAction = 'pan-y';
    this.controls.addEventListener('change', () => this.request());
    this.frame = 0;
    this.stop = () => {};
  }

  /** Takes another city. */
  setPlan(plan) {
    for (const boxes of [this.districts, this.buildings]) {
      if (!boxes) continue;
      this.scene.remove(boxes.mesh);
      boxes.dispose();
    }
    const isFirst = !this.plan;
    this.plan = plan;
    const [middleX, middleY] = plan.middle;
    this.districts = new Boxes(plan.districts.length, 0);
    this.districtColors = plan.districts.map(({ level }) => parse(plan.city.levels[Math.min(level, plan.city.levels.length - 1)]));
    plan.districts.forEach(({ level, rect }, at) => {
      this.districts.place(at, 0.5 * (rect.x0 + rect.x1) - middleX, level * plan.slab, 0.5 * (rect.y0 + rect.y1) - middleY);
      this.districts.to(at, [0.5 * (rect.x1 - rect.x0), plan.slab, 0.5 * (rect.y1 - rect.y0)], this.districtColors[at]);
    });
    this.buildings = new Boxes(plan.buildings.length, CONTACT);
    plan.buildings.forEach((_, at) => {
      const { x, y, base } = plan.place(at);
      this.buildings.place(at, x - middleX, base, y - middleY);
    });
    this.scene.add(this.districts.mesh, this.buildings.mesh);
    this.camera.near = 0.01 * plan.side;
    this.camera.far = 20 * plan.side;
    this.controls.minDistance = 0.1 * plan.side;
    this.controls.maxDistance = 4 * plan.side;
    if (isFirst || this.side !== plan.side) this.lookAtAll();
    this.side = plan.side;
  }

  /** Looks from the south-east, as the drawings do, at everything, as near as it fits. */
  lookAtAll() {
    const { plan, camera, controls } = this;
    const [x, y] = plan.middle;
    const places = [];
    const add = ({ x0, y0, x1, y1 }, height) => {
      for (const at of [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) places.push(new Vector3(at[0] - x, height, at[1] - y));
    };
    for (const { rect } of plan.districts.slice(0, 1)) add(rect, 0);
    const last = plan.heap.judged[1];
    plan.buildings.forEach(({ lot }, at) => add(lot, plan.place(at).base + plan.size(at, last)[2]));
    const target = new Vector3();
    const seen = (distance) => {
      camera.position.copy(target).addScaledVector(FROM, distance);
      camera.lookAt(target);
      camera.updateMatrixWorld();
      const box = { left: 0, right: 0, low: Infinity, high: -Infinity };
      for (const place of places) {
        const at = place.clone().project(camera);
        box.left = Math.min(box.left, at.x);
        box.right = Math.max(box.right, at.x);
        box.low = Math.min(box.low, at.y);
        box.high = Math.max(box.high, at.y);
      }
      return box;
    };
    camera.updateProjectionMatrix();
    let distance = 0;
    for (let round = 0; round < 4; round += 1) {
      let [near, far] = [0.8 * plan.side, 8 * plan.side];
      for (let step = 0; step < 12; step += 1) {
        const middle = 0.5 * (near + far);
        const { left, right, low, high } = seen(middle);
        // Names stand above roofs.
        const fits = right - left < 2 * FILLED && high - low < 2 * FILLED - 0.12;
        if (fits) far = middle;
        else near = middle;
      }
      distance = far;
      const { low, high } = seen(distance);
      // Up to where the middle of all that is seen is.
      target.y += 0.5 * (low + high + 0.1) * distance * Math.tan((0.5 * FIELD_OF_VIEW * Math.PI) / 180);
    }
    seen(distance);
    controls.target.copy(target);
    controls.update();
    this.request();
  }

  /** Glides to a point. */
  show(point, millis) {
    this.stop();
    const { plan, buildings } = this;
    buildings.hold();
    plan.buildings.forEach((_, at) => {
      const [halfWidth, halfDepth, height] = plan.size(at, point);
      buildings.to(at, [halfWidth, height, halfDepth], plan.color(at, point));
    });
    if (millis === 0) {
      buildings.progress.value = 1;
      buildings.hold();
    }
    buildings.send();
    this.stop = glide(millis, (share) => {
      buildings.progress.value = share;
      this.request();
    }, millis > 0);
  }

  /** Which buildings and which district are selected, and which buildings findings speak of. */
  mark(selected, district, marked) {
    const { buildings, districts } = this;
    for (let at = 0; at < buildings.count; at += 1) {
      buildings.look(at, selected.has(at) ? SELECTED : marked.has(at) ? MARKED : PLAIN);
    }
    this.districtColors.forEach((color, at) => {
      const { columns } = districts;
      const [red, green, blue] = at === district ? SELECTED_DISTRICT : color;
      columns.colorAfter.setXYZ(at, red / 255, green / 255, blue / 255);
    });
    districts.send();
    this.request();
  }

  setSize(width, height) {
    if (width < 1 || height < 1) return;
    const isOther = Math.abs(this.camera.aspect - width / height) > 0.2;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    [this.width, this.height] = [width, height];
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (isOther && this.plan) this.lookAtAll();
    this.draw();
  }

  /** Draws soon, once. */
  request() {
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.plan || !this.width) return;
    this.camera.updateMatrixWorld();
    this.renderer.render(this.scene, this.camera);
    this.drawn();
  }

  /** Where a place of the plan is seen, in pixels; null behind the camera. */
  project(x, height, y) {
    const at = new Vector3(x - this.plan.middle[0], height, y - this.plan.middle[1]).project(this.camera);
    if (at.z > 1) return null;
    return { x: 0.5 * (at.x + 1) * this.width, y: 0.5 * (1 - at.y) * this.height, depth: at.z };
  }

  /** How high a building is now. */
  heightNow(at) {
    return this.buildings.sizeNow(at)[1];
  }

  /** What is seen at a place of the canvas, in pixels: `{building}`, `{district}` or null. */
  pick(x, y) {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * x) / this.width - 1, 1 - (2 * y) / this.height), this.camera);
    const building = nearest(this.buildings, caster.ray);
    const district = nearest(this.districts, caster.ray);
    if (building && (!district || building.distance <= district.distance + 1e-6)) return { building: building.at };
    return district ? { district: district.at } : null;
  }

  /** Turns by an angle, or goes nearer by a factor. */
  turn(angle, tilt, nearer) {
    const { camera, controls } = this;
    const offset = camera.position.clone().sub(controls.target);
    offset.applyAxisAngle(new Vector3(0, 1, 0), angle);
    const length = Math.min(Math.max(offset.length() / nearer, controls.minDistance), controls.maxDistance);
    offset.y += tilt * length;
    camera.position.copy(controls.target).add(offset.setLength(length));
    controls.update();
    this.request();
  }
}

/** The first block that a ray meets. */
function nearest(boxes, { origin, direction }) {
  const { place } = boxes.columns;
  let best = null;
  for (let at = 0; at < boxes.count; at += 1) {
    const [halfWidth, height, halfDepth] = boxes.sizeNow(at);
    if (height <= 0) continue;
    let [from, to] = [0, Infinity];
    const cut = (start, along, low, high) => {
      const [a, b] = [(low - start) / along, (high - start) / along];
      from = Math.max(from, Math.min(a, b));
      to = Math.min(to, Math.max(a, b));
    };
    const [x, y, z] = [place.getX(at), place.getY(at), place.getZ(at)];
    cut(origin.x, direction.x, x - halfWidth, x + halfWidth);
    cut(origin.y, direction.y, y, y + height);
    cut(origin.z, direction.z, z - halfDepth, z + halfDepth);
    if (from <= to && (!best || from < best.distance)) best = { at, distance: from };
  }
  return best;
}
