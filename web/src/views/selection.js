// What is selected, beside the city: its name, where it is, how much it holds and how that went on.

import { breakable, button, el, replace } from '../base/dom.js';
import { spark } from '../base/spark.js';
import { share } from '../base/words.js';
import { changeWords, heldWords, pathWords } from './group_words.js';

export function selectionPanel(page) {
  const panel = el('aside', { class: 'selection', 'aria-label': 'Selection' });
  const show = () => {
    const { heap, state, data } = page;
    const { selected, metric, point } = state;
    if (selected.length === 0) {
      replace(panel, el('h2', {}, 'Nothing selected'), el('p', { class: 'faint' }, 'Click a building, a part of the tree or a row of the table. It is then shown in all of them.'));
      return;
    }
    const [first] = selected;
    const isOne = selected.length === 1;
    const building = isOne ? undefined : page.plan?.buildingOf(first);
    const isShort = isOne && heap.shortName(first) !== heap.name(first);
    const name = isOne ? heap.shortName(first) : building === undefined ? `${selected.length} groups` : page.plan.buildings[building].label;
    const series = heap.seriesOf(metric, selected);
    const whole = heap.value(metric, 0, point);
    const others = data.metrics.filter(({ key }) => key !== metric);
    const rows = [
      ['Now', heldWords(heap, metric, selected, point)],
      ...others.map(({ key }) => [null, heldWords(heap, key, selected, point)]),
      first !== 0 && ['Share of the heap', share(series[point], whole)],
      heap.points > 1 && ['Since the first point', changeWords(heap, metric, selected, point)],
    ].filter(Boolean);
    replace(
      panel,
      el('h2', {}, ...breakable(name)),
      isShort ? el('p', { class: 'faint' }, ...breakable(heap.name(first))) : null,
      first === 0 ? null : el('p', { class: 'faint' }, `${isOne && heap.role(first) ? `${heap.role(first)} in ` : 'in '}${pathWords(heap, heap.parent(first))}`),
      el('dl', {}, ...rows.flatMap(([term, text]) => [term && el('dt', {}, term), el('dd', { class: term ? null : 'also' }, text)])),
      heap.points > 1 ? spark(series, { point, metric, label: `${name} over time` }) : null,
      button('Clear the selection', () => page.select([])),
    );
  };
  page.listen((changed) => {
    if (['selected', 'point', 'metric', 'data'].some((key) => changed.has(key))) show();
  });
  show();
  return panel;
}
