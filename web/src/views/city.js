// The city in place of its still pictures: where it can be drawn, and all that is said about it.

import { Labels } from '../city/labels.js';
import { CityScene } from '../city/scene.js';
import { button, el, replace, svgEl } from '../base/dom.js';
import { hex, mix } from '../base/colors.js';
import { hideTooltip, showTooltip } from '../base/tooltip.js';
import { amount, change, share, withoutMiddle } from '../base/words.js';
import { GLIDE_MILLIS } from '../page.js';
import { groupWords, growthWords, heldWords, pathWords } from './group_words.js';
import { selectionPanel } from './selection.js';

/** Names of buildings at most, on wide and on narrow canvases. */
const NAMES = { wide: 10, narrow: 5 };
const NARROW = 560;
/** Letters of a name at most. */
const LETTERS = { wide: 34, narrow: 24 };
/** Buildings that grew less than this share of the strongest growth have no name. */
const LEAST_GROWTH = 0.03;
/** Districts of at least this share of the city's side have their name on them, down to this level. */
const NAMED_SHARE = 0.16;
const NAMED_LEVELS = 3;
/** A pointer that moved further than that between down and up has turned the city, not clicked. */
const CLICK_PIXELS = 5;
const HINT = 'Drag to turn, click a building to select it. Ctrl and the wheel zoom, and after a click the wheel alone. Keys: W A S D, + and \u2212';

export function cityView(page, section) {
  if (!page.plan) return null;
  const canvas = el('canvas', { tabindex: 0, 'aria-label': 'City of the heap', role: 'img' });
  const layer = el('div', { class: 'labels', 'aria-hidden': 'true' });
  let scene;
  const labels = new Labels(layer);
  try {
    scene = new CityScene(canvas, () => showLabels());
  } catch {
    // The still pictures stay.
    return null;
  }
  const whole = button('Whole city', () => scene.lookAtAll(), { class: 'over', title: 'Back to the view of everything' });
  const stage = el('div', { class: 'stage' }, canvas, layer, whole);
  const legend = el('div', { class: 'city-legend' });
  const panel = selectionPanel(page);
  const view = el('div', { class: 'city-view' }, el('div', { class: 'city-main' }, stage, legend), panel);
  const still = section.querySelector('.cities');
  if (still) still.before(view);
  else section.append(view);
  section.classList.add('is-live');

  const marked = new Map();
  const place = () => {
    const { plan } = page;
    marked.clear();
    for (const { number, groups } of page.data.findings ?? []) {
      // The one to blame.
      const at = groups.length > 0 ? plan.buildingOf(groups[0]) ?? plan.largestIn(groups[0]) : undefined;
      if (at !== undefined) marked.set(at, [...(marked.get(at) ?? []), number]);
    }
    scene.setPlan(plan);
  };
  const mark = () => {
    const { plan, state } = page;
    const buildings = state.selected.map((group) => plan.buildingOf(group)).filter((at) => at !== undefined);
    const isDistrict = buildings.length === 0 && state.selected.length > 0 && state.selected[0] !== 0;
    scene.mark(new Set(buildings), isDistrict ? plan.districtOf(state.selected[0]) : -1, marked);
  };
  const showLegend = () => replace(legend, ...legendOf(page, marked.size > 0));

  function showLabels() {
    const { plan, state, heap } = page;
    const { width, height } = scene;
    const wanted = [];
    const roof = (at) => {
      const { x, y, base } = plan.place(at);
      return scene.project(x, base + scene.heightNow(at), y);
    };
    const letters = width < NARROW ? LETTERS.narrow : LETTERS.wide;
    const add = (at, text, kind) => {
      const seen = scene.heightNow(at) > 0 && roof(at);
      if (seen) wanted.push({ text: withoutMiddle(text, letters), kind, x: seen.x, y: seen.y - 6 });
    };
    const selected = state.selected.map((group) => plan.buildingOf(group)).find((at) => at !== undefined);
    const numberOf = (at) => marked.get(at)?.join(', ');
    if (selected !== undefined) add(selected, [numberOf(selected), plan.buildings[selected].label].filter(Boolean).join(' \u00b7 '), 'selected');
    for (const [at] of marked) if (at !== selected) add(at, `${numberOf(at)} \u00b7 ${plan.buildings[at].label}`, 'number');
    const most = width < NARROW ? NAMES.narrow : NAMES.wide;
    // What did not grow is no top grower; where nothing grew, or could, the largest ones have names.
    const least = LEAST_GROWTH * plan.city.full_growth;
    for (const at of plan.byRank.slice(0, most)) {
      if (plan.growth(at, heap.judged[1]) >= least && at !== selected && !marked.has(at)) add(at, plan.buildings[at].label, 'building');
    }
    for (const { name, level, rect } of plan.districts) {
      const [w, d] = [rect.x1 - rect.x0, rect.y1 - rect.y0];
      if (level < 1 || level > NAMED_LEVELS || w < NAMED_SHARE * plan.side || d < 0.3 * NAMED_SHARE * plan.side) continue;
      // At the edge that is nearest to who looks.
      const edges = [[0.5 * (rect.x0 + rect.x1), rect.y1], [rect.x1, 0.5 * (rect.y0 + rect.y1)], [0.5 * (rect.x0 + rect.x1), rect.y0], [rect.x0, 0.5 * (rect.y0 + rect.y1)]];
      const seen = edges.map(([x, y]) => scene.project(x, (level + 1) * plan.slab, y)).filter(Boolean).sort((a, b) => a.depth - b.depth)[0];
      if (seen) wanted.push({ text: withoutMiddle(name, letters), kind: 'district', x: seen.x, y: seen.y - 2, isFixed: true });
    }
    labels.show(wanted, width, height);
  }

  const at = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return scene.pick(event.clientX - left, event.clientY - top);
  };
  let pressed = null;
  canvas.addEventListener('pointerdown', (event) => {
    pressed = [event.clientX, event.clientY];
    hideTooltip();
  });
  canvas.addEventListener('click', (event) => {
    canvas.focus({ preventScroll: true });
    if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > CLICK_PIXELS) return;
    const hit = at(event);
    if (hit?.building !== undefined) page.select(page.plan.buildings[hit.building].groups);
    else if (hit?.district > 0) page.select([page.plan.districts[hit.district].group]);
    else page.select([]);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0 || event.pointerType === 'touch') return;
    const hit = at(event);
    canvas.style.cursor = hit?.building !== undefined ? 'pointer' : 'grab';
    if (hit?.building !== undefined) showTooltip(buildingWords(page, hit.building), event);
    else if (hit?.district > 0) showTooltip(groupWords(page, page.plan.districts[hit.district].group), event);
    else hideTooltip();
  });
  canvas.addEventListener('pointerleave', hideTooltip);
  // The wheel scrolls the page until a person works with the city.
  stage.addEventListener('wheel', (event) => {
    scene.controls.enableZoom = event.ctrlKey || document.activeElement === canvas;
  }, { capture: true, passive: true });
  stage.addEventListener('pointerdown', () => {
    scene.controls.enableZoom = true;
  }, { capture: true });
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const turns = { a: [-0.12, 0, 1], d: [0.12, 0, 1], w: [0, 0.08, 1], s: [0, -0.08, 1], '+': [0, 0, 1.15], '-': [0, 0, 1 / 1.15] }[event.key.toLowerCase()];
    if (!turns) return;
    event.preventDefault();
    scene.turn(...turns);
  });
  new ResizeObserver(() => scene.setSize(stage.clientWidth, stage.clientHeight)).observe(stage);
  addEventListener('beforeprint', () => scene.draw());
  canvas.addEventListener('webglcontextlost', () => section.classList.remove('is-live'));
  canvas.addEventListener('webglcontextrestored', () => {
    section.classList.add('is-live');
    scene.request();
  });

  page.listen((changed) => {
    if (!page.plan) return;
    const isOther = changed.has('metric') || changed.has('data');
    if (isOther) place();
    if (isOther || changed.has('point')) scene.show(page.state.point, isOther || !page.isMoving ? 0 : GLIDE_MILLIS);
    if (isOther || changed.has('selected')) mark();
    if (isOther) showLegend();
    canvas.setAttribute('aria-label', cityWords(page));
  });
  place();
  scene.show(page.state.point, 0);
  mark();
  showLegend();
  canvas.setAttribute('aria-label', cityWords(page));
  scene.setSize(stage.clientWidth, stage.clientHeight);
  return { stage, scene };
}

function cityWords({ plan, state, heap }) {
  const names = plan.byRank.slice(0, 3).map((at) => `${plan.buildings[at].label}, ${amount(state.metric, plan.value(at, state.point))}`);
  return `City of the heap at point ${state.point + 1} of ${heap.points}. Strongest: ${names.join('; ')}. ${HINT}`;
}

function buildingWords(page, at) {
  const { plan, heap, state } = page;
  const { groups, isBlock, group, label } = plan.buildings[at];
  if (!isBlock) return groupWords(page, groups[0]);
  const value = plan.value(at, state.point);
  return [
    label,
    `in ${pathWords(heap, group)}`,
    `${heldWords(heap, state.metric, groups, state.point)} \u00b7 ${share(value, heap.value(state.metric, 0, state.point))} of the heap`,
    growthWords(heap, state.metric, groups, state.point),
  ];
}

function legendOf(page, hasMarks) {
  const { plan, state, heap, data } = page;
  const size = state.metric === 'objects' ? 'the more objects it has' : 'the more bytes its objects take';
  const { full_growth: full, weights, heaviest, weighed_by: weighedBy } = plan.city;
  const stops = (colorAt, from, to, label) => {
    const gradient = svgEl('linearGradient', { id: 'city-colors' }, ...[0, 0.25, 0.5, 0.75, 1].map((at) => svgEl('stop', { offset: at, 'stop-color': hex(colorAt(at)) })));
    const bar = svgEl('rect', { width: 200, height: 10, rx: 2, fill: 'url(#city-colors)' });
    const texts = [['start', 0, from], ['end', 200, to]].map(([anchor, x, text]) => svgEl('text', { x, y: 26, 'text-anchor': anchor }, text));
    return svgEl('svg', { class: 'scale', viewBox: '0 0 200 32', width: 200, height: 32, role: 'img', 'aria-label': label }, svgEl('defs', {}, gradient), bar, ...texts);
  };
  const parts = [el('p', {}, `${data.what_stands}; the larger a building, ${size}.`)];
  if (full > 0) parts.push(stops((at) => plan.growthColor(at), 'no growth', change(state.metric, full), `Colors: from no growth to ${change(state.metric, full)}`));
  if (heap.points === 1 && weights && heaviest > 0) {
    parts.push(stops((at) => mix(...plan.weightRamp, at), 'nothing', amount(weighedBy, heaviest), 'Colors: by weight'));
  }
  if (hasMarks) parts.push(el('p', { class: 'number-key' }, el('span', { class: 'number' }, '1'), 'number of the finding below'));
  parts.push(el('p', { class: 'hint' }, `${HINT}.`));
  return parts;
}
