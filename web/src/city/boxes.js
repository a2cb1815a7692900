// All blocks of the city in one draw call: each glides from one size and colour to the next on the graphics card.
//
// Colours are those of the drawings: a face keeps its share of the colour, whatever the camera does. Walls are a little darker where they
// meet the ground, and edges are drawn in the shader, one pixel wide at every distance.

import {
  BoxGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three';

/** What is drawn differently. */
export const PLAIN = 0;
export const SELECTED = 1;
export const MARKED = 2;

const VERTEX = `
attribute vec3 place; // middle and base
attribute vec3 before; attribute vec3 after; // half width, height, half depth
attribute vec3 colorBefore; attribute vec3 colorAfter;
attribute float look;
uniform float progress;
varying vec3 vColor; varying vec2 vUv; varying float vLook; varying float vLight; varying float vHeight; varying float vIsWall;
void main() {
  vec3 size = mix(before, after, progress);
  vec3 at = place + vec3(position.x * 2.0 * size.x, (position.y + 0.5) * size.y, position.z * 2.0 * size.z);
  vColor = mix(colorBefore, colorAfter, progress);
  vUv = uv; vLook = look;
  vIsWall = 1.0 - abs(normal.y);
  vHeight = position.y + 0.5;
  vLight = normal.y > 0.5 ? 1.0 : normal.z > 0.5 ? 0.82 : normal.x > 0.5 ? 0.66 : normal.z < -0.5 ? 0.58 : 0.72;
  gl_Position = size.y > 0.0 ? projectionMatrix * viewMatrix * vec4(at, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = `
uniform float contact;
varying vec3 vColor; varying vec2 vUv; varying float vLook; varying float vLight; varying float vHeight; varying float vIsWall;
void main() {
  vec3 color = vLook > 0.5 && vLook < 1.5 ? vec3(0.184, 0.482, 1.0) : vColor;
  color *= vLight * (1.0 - contact * vIsWall * (1.0 - smoothstep(0.0, 0.6, vHeight)));
  vec2 step = max(fwidth(vUv), vec2(1e-6));
  vec2 inside = min(vUv, 1.0 - vUv) / step;
  float edge = 1.0 - smoothstep(0.6, 1.6, min(inside.x, inside.y));
  // Faces of a few pixels would be nothing but edge.
  edge *= clamp(0.12 / max(step.x, step.y), 0.0, 1.0);
  if (vLook > 1.5) {
    float rim = 1.0 - smoothstep(1.4, 2.6, min(inside.x, inside.y));
    color = mix(color, vec3(1.0, 0.824, 0.122), rim);
  } else {
    color = mix(color, vLook > 0.5 ? vec3(0.85, 0.92, 1.0) : color * 0.55, edge * 0.75);
  }
  gl_FragColor = vec4(color, 1.0);
}`;

const COLUMNS = { place: 3, before: 3, after: 3, colorBefore: 3, colorAfter: 3, look: 1 };

export class Boxes {
  /** So many blocks; `contact` is how much darker walls are at their foot. */
  constructor(count, contact) {
    const box = new BoxGeometry(1, 1, 1);
    this.geometry = new InstancedBufferGeometry();
    this.geometry.index = box.index;
    for (const name of ['position', 'normal', 'uv']) this.geometry.setAttribute(name, box.attributes[name]);
    this.columns = {};
    for (const [name, width] of Object.entries(COLUMNS)) {
      this.columns[name] = new InstancedBufferAttribute(new Float32Array(count * width), width).setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, this.columns[name]);
    }
    this.geometry.instanceCount = count;
    this.progress = { value: 1 };
    const uniforms = { progress: this.progress, contact: { value: contact } };
    this.material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms });
    this.mesh = new Mesh(this.geometry, this.material);
    // Sizes are known to the shader alone.
    this.mesh.frustumCulled = false;
    this.count = count;
  }

  place(at, x, base, z) {
    this.columns.place.setXYZ(at, x, base, z);
    this.columns.place.needsUpdate = true;
  }

  /** Where a block glides to: half width, height, half depth, and a colour of 0 to 255. */
  to(at, [halfWidth, height, halfDepth], [red, green, blue]) {
    this.columns.after.setXYZ(at, halfWidth, height, halfDepth);
    this.columns.colorAfter.setXYZ(at, red / 255, green / 255, blue / 255);
  }

  look(at, look) {
    if (this.columns.look.getX(at) === look) return;
    this.columns.look.setX(at, look);
    this.columns.look.needsUpdate = true;
  }

  /** Makes what is seen now the begin of the next glide. */
  hold() {
    const share = this.progress.value;
    for (const [from, to] of [['before', 'after'], ['colorBefore', 'colorAfter']]) {
      const [before, after] = [this.columns[from].array, this.columns[to].array];
      for (let at = 0; at < before.length; at += 1) before[at] += share * (after[at] - before[at]);
    }
  }

  /** Sends sizes and colours to the graphics card. */
  send() {
    for (const name of ['before', 'after', 'colorBefore', 'colorAfter']) this.columns[name].needsUpdate = true;
  }

  /** Half width, height and half depth as they are seen now. */
  sizeNow(at) {
    const { before, after } = this.columns;
    const share = this.progress.value;
    return [0, 1, 2].map((part) => {
      const [from, to] = [before.array[3 * at + part], after.array[3 * at + part]];
      return from + share * (to - from);
    });
  }

  dispose() {
    this.geometry.dispose();
    this.material.dispose();
  }
}
