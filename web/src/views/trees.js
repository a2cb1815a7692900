// What the heap consists of: the group that is looked at with two levels below it, beside everything, as rings, columns, tiles or bars.

import { button, el, replace, say, set, svgEl } from '../base/dom.js';
import { gridLines } from '../base/chart.js';
import { hideTooltip, showTooltip } from '../base/tooltip.js';
import { WITHIN, share } from '../base/words.js';
import { GLIDE_MILLIS } from '../page.js';
import { lookOf } from '../tree/look.js';
import { heldWords, nodeChangeWords, nodeHeldWords } from './group_words.js';
import { multiples } from './multiples.js';
import { partsList } from './parts.js';
import { timeline } from './timeline.js';
import { TreePicture } from './tree_picture.js';
import { wayDown } from './way_down.js';

export const FORMS = [
  ['sunburst', 'Sunburst', 'Rings around the whole: the longer, the more. Click a part to go down into it, and the middle to go back up.'],
  ['icicle', 'Icicle', 'Columns beside the whole: the higher, the more. Click a part to go down into it, and the first column to go back up.'],
  ['treemap', 'Treemap', 'Tiles within tiles: the larger, the more. Click a part to go down into it, and a name above the picture to go back up.'],
  ['bars', 'Bars', 'A bar for each point. Click a part to go to its point and down into it, and a name above the picture to go back up.'],
];
/** How long a notice is shown, in milliseconds. */
const NOTICE_MILLIS = 6000;
/** Room for the numbers of the axis beside bars. */
const AXIS = 64;
const BESIDE_BARS = 10;
const BARS_HEIGHT = 360;

export function treesView(page, section) {
  const scaled = { sunburst: false, icicle: true, treemap: false, bars: false };
  const tabs = tabList(page);
  const order = el('select', { id: 'tree-order', onchange: () => page.change({ order: order.value }) }, ...page.data.orders.map(({ key, name }) => el('option', { value: key }, name)));
  const scale = el('input', { type: 'checkbox', onchange: () => {
    scaled[page.state.form] = scale.checked;
    draw(GLIDE_MILLIS);
  } });
  const scaleText = el('span', {}, '');
  const scaleBox = el('label', { class: 'check' }, scale, scaleText);
  const several = el('input', { type: 'checkbox', onchange: () => draw(0) });
  const severalBox = el('label', { class: 'check' }, several, el('span', {}, 'Points side by side'));
  const crumbs = wayDown(page);
  const notice = el('div', { class: 'notice', role: 'status' });
  const localCaption = el('p', { class: 'caption' });
  const globalCaption = el('p', { class: 'caption' }, 'The whole heap');
  const local = new TreePicture('', { point: (shape, event) => point(shape, event, 'local'), click: (shape) => clickLocal(shape) });
  const whole = new TreePicture('', { point: (shape, event) => point(shape, event, 'global'), click: ({ node }) => page.drill(node) });
  const localBox = el('div', { class: 'picture local' }, localCaption, local.svg);
  const globalBox = el('div', { class: 'picture global' }, globalCaption, whole.svg);
  const parts = partsList(page, (node) => highlight(node, 'parts'));
  const grid12 = multiples(page);
  const pictures = el('div', { class: 'pictures', role: 'tabpanel', id: 'tree-pictures' }, localBox, globalBox, parts.element);
  const card = el('div', { class: 'card' }, el('div', { class: 'toolbar' }, tabs.element, el('span', { class: 'pair' }, el('label', { for: 'tree-order' }, 'Order'), order), scaleBox, severalBox), crumbs.element, notice, pictures, grid12.element);
  const lead = el('p', { class: 'faint lead' });
  replace(section, el('h2', {}, 'What the heap consists of'), lead, card);
  section.append(timeline(page));

  function clickLocal({ node, point: at }) {
    if (page.state.form === 'bars') page.change({ point: at });
    if (node === page.root && page.state.form !== 'bars') page.drillOut();
    else page.drill(node);
  }

  let pointed = null;
  function point(shape, event, where) {
    if (shape) showTooltip(nodeWords(page, shape.node, shape.point), event);
    else hideTooltip();
    const node = shape?.node ?? null;
    if (pointed === node) return;
    pointed = node;
    highlight(node, where);
  }

  function highlight(node, where = null) {
    const { views } = page;
    local.dimAllBut(node === null ? null : new Set([...views.tree.path(node), ...(where === 'parts' ? views.tree.below(node, 2) : [])]));
    whole.outline(where === 'global' ? null : node, node === null ? null : views.pointedColor(node));
    crumbs.show(node);
  }

  function lookAt(ask) {
    const look = lookOf(page.views, ask);
    look.isOfAll = ask.form === 'bars';
    const { selectedNode } = page;
    for (const shape of look.shapes) shape.isSelected = selectedNode !== null && selectedNode !== 0 && shape.node === selectedNode && (ask.form !== 'bars' || shape.point === ask.point);
    return look;
  }

  function draw(millis) {
    const { state, root, views, heap } = page;
    const { form, point: at } = state;
    const isBars = form === 'bars';
    const [, formName, meaning] = FORMS.find(([key]) => key === form);
    say(lead, meaning);
    set(severalBox, { hidden: heap.points < 2 || isBars });
    const areSeveral = several.checked && !severalBox.hidden;
    pictures.hidden = areSeveral;
    grid12.show(areSeveral);
    set(scaleBox, { hidden: heap.points < 2 || areSeveral || (isBars && root === 0) });
    say(scaleText, isBars ? 'Scale of the whole heap' : 'Scale by heap size');
    scale.checked = scaled[form];
    order.value = state.order;
    globalBox.hidden = isBars;
    pictures.classList.toggle('of-bars', isBars);
    crumbs.show(null);
    if (areSeveral) return;
    parts.show();
    const name = views.shortName(root);
    say(localCaption, isBars ? `${name} at every point, in parts` : root === 0 ? 'Two levels, with names' : `${name}, with two levels below it`);
    const base = { form, point: at, root, range: [0, heap.points - 1] };
    const width = Math.max(localBox.clientWidth, 120);
    const words = `${formName} of ${name}: ${views.parts(root, at).slice(0, 5).map((node) => `${views.shortName(node)} ${share(views.values(at)[node], views.values(at)[root])}`).join(', ')}`;
    set(local.svg, { 'aria-label': words });
    if (isBars) {
      const size = [width - AXIS - BESIDE_BARS, BARS_HEIGHT];
      const look = lookAt({ ...base, scope: 'local', size, isScaled: scaled.bars });
      moveBy(look, AXIS, 10);
      look.size = [width, BARS_HEIGHT + 34];
      local.show(look, millis, barMarks(page, views.most(scaled.bars ? 0 : root), size));
      return;
    }
    const side = form === 'sunburst' ? [Math.min(width, 620), Math.min(width, 620)] : [width, Math.min(Math.max(0.8 * width, 320), 560)];
    local.show(lookAt({ ...base, scope: 'local', size: side, isScaled: false }), millis);
    const smaller = Math.max(globalBox.clientWidth, 100);
    const globalSize = form === 'sunburst' ? [smaller, smaller] : [smaller, Math.min(smaller * 1.1, side[1])];
    whole.show(lookAt({ ...base, scope: 'global', size: globalSize, isScaled: scaled[form] }), millis);
    set(whole.svg, { 'aria-label': `${formName} of the whole heap${root === 0 ? '' : `; ${name} is hatched`}` });
    say(globalCaption, root === 0 ? 'The whole heap' : `The whole heap; hatched: ${name}`);
  }

  let hiding = null;
  function showNotice() {
    const { notice: text } = page.state;
    clearTimeout(hiding);
    notice.hidden = text === null;
    if (text === null) {
      replace(notice);
      return;
    }
    replace(notice, el('span', {}, text), button('Close', () => page.change({ notice: null })));
    hiding = setTimeout(() => page.change({ notice: null }), NOTICE_MILLIS);
  }

  page.listen((changed) => {
    pointed = null;
    if (changed.has('notice')) showNotice();
    if (changed.has('form')) tabs.show();
    const isAbout = ['data', 'point', 'metric', 'order', 'form', 'steps', 'selected'].some((key) => changed.has(key));
    if (!isAbout) return;
    local.dimAllBut(null);
    whole.outline(null, null);
    const glides = page.isMoving && !changed.has('form') && !changed.has('data');
    draw(glides ? GLIDE_MILLIS : 0);
  });
  let width = 0;
  new ResizeObserver(() => {
    if (Math.abs(card.clientWidth - width) < 1) return;
    width = card.clientWidth;
    draw(0);
  }).observe(card);
  tabs.show();
  showNotice();
  draw(0);
}

function tabList(page) {
  const tabs = FORMS.map(([key, name], at) => button(name, () => page.change({ form: key }), {
    role: 'tab',
    'aria-controls': 'tree-pictures',
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = (at + step + FORMS.length) % FORMS.length;
      page.change({ form: FORMS[next][0] });
      tabs[next].focus();
    },
  }));
  const show = () => tabs.forEach((tab, at) => {
    const isChosen = FORMS[at][0] === page.state.form;
    set(tab, { 'aria-selected': String(isChosen), tabindex: isChosen ? 0 : -1 });
  });
  return { element: el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Form of the picture' }, ...tabs), show };
}

function moveBy(look, x, y) {
  for (const { outline } of look.shapes) {
    const { x0, y0, x1, y1 } = outline.rect;
    outline.rect = { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y };
  }
}

/** Axis, points and the current one, around bars of this size. */
function barMarks({ heap, state }, most, [width, height]) {
  const isOfBytes = state.metric !== 'objects';
  const y = (value) => 10 + height - (height * value) / Math.max(most, 1);
  const place = width / heap.points;
  const ticks = gridLines({ most, lines: 6, isOfBytes, y, from: AXIS, to: AXIS + width });
  const x = AXIS + state.point * place;
  const every = Math.ceil(30 / place);
  const numbers = heap.data.points.flatMap((_, at) => at % every === 0 || at === state.point
    ? [svgEl('text', { class: at === state.point ? 'axis current' : 'axis', x: AXIS + (at + 0.5) * place, y: height + 26, 'text-anchor': 'middle' }, String(at + 1))]
    : []).filter((text, _, all) => text.classList.contains('current') || !all.some((other) => other.classList.contains('current') && Math.abs(other.getAttribute('x') - text.getAttribute('x')) < 24));
  return [...ticks, svgEl('rect', { class: 'current-bar', x, y: 10, width: place, height }), ...numbers];
}

/** What is said of a shown group beside the pointer. */
export function nodeWords({ views, state, data, heap }, node, point) {
  const values = views.values(point);
  const { parent } = views.tree.nodes[node];
  const { metric } = state;
  const sources = views.tree.sources[node];
  const others = data.metrics.filter(({ key }) => key !== metric && sources.length > 0).map(({ key }) => heldWords(heap, key, sources, point));
  const shares = [`${share(values[node], values[0])} of the heap`];
  if (parent !== 0 && node !== 0) shares.unshift(`${share(values[node], values[parent])} of ${views.shortName(parent)}`);
  return [
    views.tree.path(node).map((at) => views.shortName(at)).join(WITHIN),
    point === state.point ? null : `At point ${point + 1}, ${heap.timeText(point)}`,
    node !== 0 && views.group(node) !== null && views.role(node) ? `${views.role(node)}: ${views.name(node)}` : null,
    [nodeHeldWords(views, node, point), ...others].join(', '),
    node === 0 ? null : shares.join(', '),
    heap.points > 1 ? `${nodeChangeWords(views, node, point)} since the first point` : null,
  ];
}
