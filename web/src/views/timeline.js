// The whole heap over time, with small trees of chosen points above it; that of the current point is always there.

import { el, replace, set, svgEl } from '../base/dom.js';
import { placesOf } from '../base/axis.js';
import { endTimes, gridLines } from '../base/chart.js';
import { lookOf } from '../tree/look.js';
import { pathOf } from '../tree/outline.js';
import { heldWords } from './group_words.js';

const HEIGHT = 300;
/** Room for small trees, above the chart. */
const TREES = 118;
const TREE_SIDE = 92;
/** Narrower trees tell nothing: those that were chosen first give way. */
const LEAST_PLACE = 52;
const [LEFT, RIGHT, BELOW] = [64, 14, 26];
const KINDS = [
  ['icicle global', 'Whole icicle'],
  ['sunburst global', 'Whole sunburst'],
  ['icicle local', 'Local icicle'],
  ['sunburst local', 'Local sunburst'],
];

export function timeline(page) {
  const chosen = new Set();
  let kind = KINDS[0][0];
  const select = el('select', { id: 'timeline-kind', onchange: () => {
    kind = select.value;
    draw();
  } }, ...KINDS.map(([key, name]) => el('option', { value: key }, name)));
  const svg = svgEl('svg', { class: 'timeline', role: 'group', 'aria-label': 'Heap over time' });
  const box = el('div', { class: 'chart-box' }, svg);
  const card = el('div', { class: 'card timeline-card' }, el('div', { class: 'toolbar' }, el('h3', {}, 'Heap over time'), el('span', { class: 'pair' }, el('label', { for: 'timeline-kind' }, 'Small trees'), select)), el('p', { class: 'faint' }, 'Click a point to keep its tree above the chart.'), box);

  function draw() {
    const { heap, state, views, root } = page;
    card.hidden = heap.points < 2;
    const width = box.clientWidth;
    if (width < 1) return;
    const most = Math.max(Math.floor((width - LEFT - RIGHT) / LEAST_PLACE) - 1, 1);
    for (const at of [...chosen].slice(0, Math.max(chosen.size - most, 0))) chosen.delete(at);
    const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.point : null;
    set(svg, { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT });
    const series = heap.series(state.metric, 0);
    const highest = Math.max(...series, 1);
    const isOfBytes = state.metric !== 'objects';
    const xs = placesOf(heap.data.points, LEFT + 8, width - RIGHT);
    const y = (value) => HEIGHT - BELOW - ((HEIGHT - BELOW - TREES - 8) * value) / highest;
    const here = xs[state.point];
    const shown = heap.data.points.map((_, at) => at).filter((at) => chosen.has(at) || at === state.point);
    const place = Math.min(TREE_SIDE + 10, (width - LEFT - RIGHT) / shown.length);
    const places = treePlaces(shown.map((at) => xs[at]), place, LEFT, width - RIGHT);
    const trees = shown.flatMap((point, number) => {
      const [form, scope] = kind.split(' ');
      const side = Math.max(Math.min(place - 10, TREE_SIDE), 8);
      const look = lookOf(views, { form, scope, point, root, size: [side, side], isScaled: form === 'icicle' && scope === 'global' });
      const left = places[number] - 0.5 * side;
      const middle = [0.5 * side, 0.5 * side];
      const shapes = look.shapes.map((shape) => svgEl('path', { d: pathOf(shape.outline, middle), fill: shape.color, 'fill-rule': 'evenodd', 'fill-opacity': shape.opacity }));
      const frame = look.frame ? svgEl('path', { class: 'frame', d: pathOf(look.frame, middle) }) : null;
      return [
        svgEl('path', { class: 'connector', d: `M${xs[point].toFixed(1)} ${y(series[point]).toFixed(1)}L${places[number].toFixed(1)} ${TREES - 14}` }),
        svgEl('g', { class: 'small-tree', transform: `translate(${left.toFixed(1)} ${TREES - 16 - side})` }, ...shapes, frame),
      ];
    });
    const points = heap.data.points.map(({ text }, at) => {
      const words = `${text}, ${heldWords(heap, state.metric, [0], at)}`;
      const toggle = () => {
        if (chosen.has(at)) chosen.delete(at);
        else chosen.add(at);
        draw();
      };
      const mark = svgEl('g', {
        class: at === state.point ? 'point current' : 'point',
        role: 'button',
        tabindex: 0,
        'aria-pressed': String(chosen.has(at)),
        'aria-label': `Point ${at + 1}: ${words}`,
        onclick: toggle,
        onkeydown: (event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          toggle();
        },
      }, svgEl('circle', { class: 'around', cx: xs[at], cy: y(series[at]), r: 10 }), svgEl('circle', { class: 'dot', cx: xs[at], cy: y(series[at]), r: at === state.point ? 5 : 3.5 }), svgEl('title', {}, `${at + 1}: ${words}`));
      mark.dataset.point = at;
      return mark;
    });
    const ticks = gridLines({ most: highest, lines: 4, isOfBytes, y, from: LEFT, to: width - RIGHT });
    const end = heap.judged[1];
    const line = series.map((value, at) => `${xs[at].toFixed(1)} ${y(value).toFixed(1)}`).join('L');
    replace(
      svg,
      ...ticks,
      end < heap.points - 1 ? svgEl('rect', { class: 'not-counted', x: xs[end], y: TREES, width: xs[heap.points - 1] - xs[end], height: HEIGHT - BELOW - TREES }, svgEl('title', {}, 'Not counted: memory falls at the end')) : null,
      svgEl('path', { class: 'line', d: `M${line}` }),
      svgEl('path', { class: 'here', d: `M${here.toFixed(1)} ${TREES}V${HEIGHT - BELOW}` }),
      ...trees,
      ...points,
      ...endTimes(heap, { from: LEFT, to: width - RIGHT, width, y: HEIGHT - 6 }),
    );
    if (focused !== null) svg.querySelector(`[data-point="${focused}"]`)?.focus({ preventScroll: true });
  }

  page.listen((changed) => {
    if (changed.has('data')) {
      for (const at of chosen) if (at >= page.heap.points) chosen.delete(at);
    }
    if (['data', 'point', 'metric', 'order', 'steps'].some((key) => changed.has(key))) draw();
  });
  new ResizeObserver(draw).observe(box);
  return card;
}

/** Where small trees stand: above their points, as far as there is room beside each other. */
function treePlaces(wanted, place, from, to) {
  const places = [...wanted];
  for (let at = 0; at < places.length; at += 1) {
    const least = at === 0 ? from + 0.5 * place : places[at - 1] + place;
    places[at] = Math.max(places[at], least);
  }
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const most = at === places.length - 1 ? to - 0.5 * place : places[at + 1] - place;
    places[at] = Math.min(places[at], most);
  }
  return places;
}
