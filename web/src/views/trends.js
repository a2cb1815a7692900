// The parts of what is looked at over time: those that grew most and all others, as lines or one on the other.

import { breakable, button, el, replace, say, set, svgEl } from '../base/dom.js';
import { placesOf } from '../base/axis.js';
import { endTimes, gridLines } from '../base/chart.js';
import { bare, estimated, estimatedChange } from '../base/words.js';

const MOST_SERIES = 5;
const HEIGHT = 300;
const [LEFT, RIGHT, TOP, BELOW] = [64, 14, 10, 26];

export function trendsView(page, section) {
  const hidden = new Set();
  let isStacked = true;
  let at = null;
  const svg = svgEl('svg', { class: 'trends', role: 'img' });
  const box = el('div', { class: 'chart-box' }, svg);
  const legend = el('ul', { class: 'series' });
  const title = el('p', { class: 'caption' });
  const stacked = el('input', { type: 'checkbox', checked: true, onchange: () => {
    isStacked = stacked.checked;
    draw();
  } });
  const pointed = el('p', { class: 'caption at' });
  const card = el('div', { class: 'card' }, el('div', { class: 'toolbar' }, title, el('label', { class: 'check' }, stacked, el('span', {}, 'Stacked'))), box, pointed, legend);
  replace(section, el('h2', {}, 'Trends'), el('p', { class: 'faint lead' }, 'The five parts that grew most, and all others. Click a name to hide it.'), card);

  const seriesNow = () => {
    const { views, root, heap } = page;
    const [first, last] = heap.judged;
    const children = views.tree.children(root);
    const all = (children.length > 0 ? children : [root]).map((node) => ({ key: views.name(node), name: views.shortName(node), color: views.color(node), values: views.series(node), sources: views.tree.sources[node], isRest: views.tree.nodes[node].isRest }));
    const growth = ({ values }) => values[last] - values[first];
    const own = all.filter(({ isRest }) => !isRest).sort((a, b) => growth(b) - growth(a));
    const others = [...own.slice(MOST_SERIES), ...all.filter(({ isRest }) => isRest)];
    const shown = own.slice(0, MOST_SERIES);
    if (others.length > 0) {
      const values = others[0].values.map((_, point) => others.reduce((sum, one) => sum + one.values[point], 0));
      shown.push({ key: '', name: 'other', color: views.palette.others, values, sources: others.flatMap(({ sources }) => sources), isRest: true });
    }
    return shown;
  };

  function draw() {
    const { heap, state, views, root } = page;
    section.hidden = heap.points < 2;
    const width = box.clientWidth;
    if (width < 1) return;
    const isOfBytes = state.metric !== 'objects';
    const all = seriesNow();
    const shown = all.filter(({ key }) => !hidden.has(key));
    const xs = placesOf(heap.data.points, LEFT + 8, width - RIGHT);
    const sums = xs.map((_, point) => shown.reduce((sum, { values }) => sum + values[point], 0));
    const most = Math.max(1, ...(isStacked ? sums : shown.flatMap(({ values }) => values)));
    const y = (value) => HEIGHT - BELOW - ((HEIGHT - BELOW - TOP) * value) / most;
    const line = (values) => values.map((value, point) => `${xs[point].toFixed(1)} ${y(value).toFixed(1)}`);
    set(svg, {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      'aria-label': `${page.metricName()} of the parts of ${views.shortName(root)} over time: ${all.map(({ name, values }) => `${name} ${bare(state.metric, values[heap.judged[0]])} to ${bare(state.metric, values[heap.judged[1]])}`).join(', ')}`,
    });
    let below = xs.map(() => 0);
    const drawings = shown.map(({ values, color }) => {
      if (!isStacked) return svgEl('path', { class: 'line', d: `M${line(values).join('L')}`, stroke: color });
      const edge = values.map((value, point) => below[point] + value);
      const d = `M${[...line(edge), ...line(below).reverse()].join('L')}z`;
      below = edge;
      return svgEl('path', { class: 'area', d, fill: color });
    });
    const ticks = gridLines({ most, lines: 4, isOfBytes, y, from: LEFT, to: width - RIGHT });
    const end = heap.judged[1];
    const point = at ?? state.point;
    replace(
      svg,
      ...(isStacked ? [] : ticks),
      ...drawings,
      ...(isStacked ? ticks : []),
      end < heap.points - 1 ? svgEl('rect', { class: 'not-counted', x: xs[end], y: TOP, width: xs[heap.points - 1] - xs[end], height: HEIGHT - BELOW - TOP }) : null,
      svgEl('path', { class: 'here', d: `M${xs[state.point].toFixed(1)} ${TOP}V${HEIGHT - BELOW}` }),
      at === null ? null : svgEl('path', { class: 'pointer', d: `M${xs[at].toFixed(1)} ${TOP}V${HEIGHT - BELOW}` }),
      ...endTimes(heap, { from: LEFT, to: width - RIGHT, width, y: HEIGHT - 6 }),
    );
    say(title, `${page.metricName()} of the parts of ${views.shortName(root)}`);
    say(pointed, `At point ${point + 1}, ${heap.timeText(point)}:`);
    const old = legend.contains(document.activeElement) ? [...legend.children].findIndex((item) => item.contains(document.activeElement)) : -1;
    const [first] = heap.judged;
    replace(legend, ...all.map(({ key, name, color, values, sources }) => {
      const item = button('', () => {
        if (hidden.has(key)) hidden.delete(key);
        else hidden.add(key);
        draw();
      }, { 'aria-pressed': String(!hidden.has(key)), title: key || 'all other parts' });
      const swatch = svgEl('svg', { class: 'swatch', viewBox: '0 0 12 12', 'aria-hidden': 'true' }, svgEl('rect', { width: 12, height: 12, rx: 2, fill: color }));
      replace(item, swatch, el('span', { class: 'name' }, ...breakable(name)), el('span', { class: 'value' }, estimated(state.metric, values[point], heap.error(state.metric, sources, point))), el('span', { class: 'more' }, estimatedChange(state.metric, values[point] - values[first], heap.growthError(state.metric, sources, point))));
      return el('li', {}, item);
    }));
    if (old >= 0) legend.children[old]?.querySelector('button').focus({ preventScroll: true });
  }

  const pointAt = (event) => {
    const xs = placesOf(page.heap.data.points, LEFT + 8, box.clientWidth - RIGHT);
    const x = event.clientX - svg.getBoundingClientRect().left;
    let nearest = 0;
    xs.forEach((place, point) => {
      if (Math.abs(place - x) < Math.abs(xs[nearest] - x)) nearest = point;
    });
    return nearest;
  };
  svg.addEventListener('pointermove', (event) => {
    const next = pointAt(event);
    if (next === at) return;
    at = next;
    draw();
  });
  svg.addEventListener('pointerleave', () => {
    at = null;
    draw();
  });
  svg.addEventListener('click', (event) => page.go(pointAt(event)));
  page.listen((changed) => {
    if (['data', 'point', 'metric', 'order', 'steps'].some((key) => changed.has(key))) draw();
  });
  new ResizeObserver(draw).observe(box);
  draw();
}
