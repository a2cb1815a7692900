// The bar at the lower edge: which point is shown, and in which metric everything is counted.

import { button, el, replace, say, set, svgEl } from '../base/dom.js';
import { heldWords } from './group_words.js';

/** Half of what the knob of the slider is wide, in pixels. */
const KNOB = 9;
const CHART_HEIGHT = 36;

export function timeBar(page) {
  const text = el('p', { class: 'now', role: 'status' });
  const metrics = el('fieldset', { class: 'choice' });
  const chart = svgEl('svg', { class: 'heap', 'aria-hidden': 'true' });
  const slider = el('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Point in time', oninput: () => page.go(Number(slider.value)) });
  const previous = button('\u2039', () => page.go(page.state.point - 1), { 'aria-label': 'Previous heap', title: 'Previous heap (\u2190)' });
  const next = button('\u203a', () => page.go(page.state.point + 1), { 'aria-label': 'Next heap', title: 'Next heap (\u2192)' });
  const play = button('\u25b6', () => page.togglePlay(), { class: 'play' });
  const steps = el('div', { class: 'steps' }, previous, play, next);
  const track = el('div', { class: 'track' }, chart, slider);
  const bar = el('div', { class: 'time-bar', role: 'region', 'aria-label': 'Time and metric' }, steps, track, text, metrics);
  slider.addEventListener('pointerdown', () => page.pause());

  const show = () => {
    const { heap, state } = page;
    const isRun = heap.points > 1;
    for (const part of [steps, track]) part.hidden = !isRun;
    set(slider, { max: heap.points - 1, 'aria-valuetext': pointWords(page) });
    slider.value = state.point;
    previous.disabled = state.point === 0;
    next.disabled = state.point === heap.points - 1;
    say(text, pointWords(page));
    say(play, page.playing ? '\u275a\u275a' : '\u25b6');
    set(play, { 'aria-label': page.playing ? 'Pause' : 'Play', title: page.playing ? 'Pause (Space)' : 'Play (Space)' });
  };
  const draw = () => {
    const { heap, state } = page;
    const width = track.clientWidth;
    if (heap.points < 2 || width === 0) return;
    set(chart, { viewBox: `0 0 ${width} ${CHART_HEIGHT}` });
    const series = heap.series(state.metric, 0);
    const most = Math.max(...series, 1);
    const x = (point) => KNOB + (point * (width - 2 * KNOB)) / (heap.points - 1);
    const y = (value) => CHART_HEIGHT - 1 - ((CHART_HEIGHT - 5) * value) / most;
    const line = series.map((value, point) => `${x(point).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
    const left = x(heap.judged[1]);
    const isAllJudged = heap.judged[1] === heap.points - 1;
    replace(
      chart,
      svgEl('path', { class: 'area', d: `M${KNOB} ${CHART_HEIGHT}L${line}L${x(heap.points - 1).toFixed(1)} ${CHART_HEIGHT}z` }),
      svgEl('path', { class: 'line', d: `M${line}` }),
      isAllJudged ? null : svgEl('rect', { class: 'not-counted', x: left, y: 0, width: width - left, height: CHART_HEIGHT }),
    );
  };
  const drawMetrics = () => {
    const choices = page.data.metrics.map(({ key, name }) => {
      const input = el('input', { type: 'radio', name: 'metric', value: key, onchange: () => page.change({ metric: key }) });
      input.checked = key === page.state.metric;
      return el('label', {}, input, el('span', {}, name));
    });
    replace(metrics, el('legend', { class: 'unseen' }, 'Metric'), ...choices);
  };
  page.listen((changed) => {
    if (changed.has('data')) drawMetrics();
    if (changed.has('data') || changed.has('metric')) draw();
    show();
  });
  document.body.append(bar);
  new ResizeObserver(draw).observe(track);
  drawMetrics();
  show();
}

/** `4 / 13 · GC 4, 11.7 s · 302 KiB`. */
export function pointWords({ heap, state }) {
  const { point, metric } = state;
  const parts = [heap.timeText(point), heldWords(heap, metric, [0], point)];
  if (heap.points > 1) parts.unshift(`${point + 1} / ${heap.points}`);
  if (point > heap.judged[1]) parts.push('not counted: memory falls at the end');
  return parts.join(' \u00b7 ');
}
