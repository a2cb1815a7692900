// All groups as a table that can be searched and sorted; only the rows that are looked at are made.

import { breakable, button, el, replace, say, set } from '../base/dom.js';
import { spark } from '../base/spark.js';
import { count, estimated, estimatedChange, share } from '../base/words.js';
import { pathWords } from './group_words.js';

const ROWS = 100;

export function groupsView(page, section) {
  let sort = { by: page.heap.points > 1 ? 'change' : 'now', isDown: true };
  let most = ROWS;
  let wanted = '';
  const filter = el('input', { type: 'search', id: 'group-filter', placeholder: 'part of a name', oninput: () => {
    wanted = filter.value.trim().toLowerCase();
    most = ROWS;
    draw();
  } });
  const found = el('p', { class: 'caption', role: 'status' });
  const head = el('tr', {});
  const body = el('tbody', {});
  const more = button('', () => {
    most += ROWS;
    draw();
  });
  const table = el('table', { class: 'groups' }, el('caption', { class: 'unseen' }, 'All groups'), el('thead', {}, head), body);
  replace(section, el('h2', {}, 'All groups'), el('div', { class: 'card' }, el('div', { class: 'toolbar' }, el('label', { for: 'group-filter' }, 'Find'), filter, found), el('div', { class: 'table-box' }, table), more));

  const columns = () => {
    const { heap, state } = page;
    const { metric, point } = state;
    const [first, last] = heap.judged;
    const now = heap.values(metric, point);
    const [begin, end] = [heap.values(metric, first), heap.values(metric, last)];
    const growth = end[0] - begin[0];
    const isRun = heap.points > 1;
    return [
      { key: 'name', title: 'Name', value: (group) => heap.shortName(group), cell: (group) => nameCell(heap, group) },
      { key: 'role', title: 'Kind', value: (group) => heap.role(group) },
      { key: 'parent', title: 'Inside', value: (group) => (group === 0 ? '' : pathWords(heap, heap.parent(group))), isLong: true },
      { key: 'now', title: 'Now', isNumber: true, value: (group) => now[group], text: (value, group) => estimated(metric, value, heap.error(metric, [group], point)) },
      isRun && { key: 'first', title: 'At first', isNumber: true, isLess: true, value: (group) => begin[group], text: (value, group) => estimated(metric, value, heap.error(metric, [group], first)) },
      isRun && { key: 'change', title: 'Change', isNumber: true, value: (group) => now[group] - begin[group], text: (value, group) => estimatedChange(metric, value, heap.growthError(metric, [group], point)) },
      isRun && { key: 'growth', title: 'Of all growth', isNumber: true, isLess: true, value: (group) => (growth > 0 ? (end[group] - begin[group]) / growth : 0), text: (value) => (growth > 0 ? share(value, 1) : '\u2013') },
      !isRun && { key: 'share', title: 'Of the heap', isNumber: true, value: (group) => now[group] / Math.max(now[0], 1), text: (value) => share(value, 1) },
      isRun && { key: 'spark', title: 'Over time', isLess: true, cell: (group) => el('td', { class: 'less' }, spark(heap.series(metric, group), { point })) },
    ].filter(Boolean);
  };

  function draw() {
    const { heap, state } = page;
    const all = columns();
    const sorted = all.find(({ key }) => key === sort.by) ?? all[0];
    replace(head, ...all.map((column) => {
      const { key, title, value, isNumber } = column;
      const isSorted = key === sorted.key;
      const attributes = { scope: 'col', class: classOf(column) };
      if (!value) return el('th', attributes, title);
      const sign = isSorted ? (sort.isDown ? ' \u25be' : ' \u25b4') : '';
      const click = () => {
        sort = { by: key, isDown: isSorted ? !sort.isDown : Boolean(isNumber) };
        draw();
        head.querySelector(`[data-key="${key}"]`)?.focus();
      };
      const sorter = button(title, click, {});
      sorter.dataset.key = key;
      sorter.append(el('span', { 'aria-hidden': 'true' }, sign));
      return el('th', { ...attributes, 'aria-sort': isSorted ? (sort.isDown ? 'descending' : 'ascending') : null }, sorter);
    }));
    const groups = [];
    for (let group = 1; group < heap.count; group += 1) {
      if (wanted === '' || heap.name(group).toLowerCase().includes(wanted) || heap.shortName(group).toLowerCase().includes(wanted)) groups.push(group);
    }
    const keys = new Map(groups.map((group) => [group, sorted.value(group)]));
    const direction = sort.isDown ? -1 : 1;
    const compare = sorted.isNumber ? (a, b) => a - b : (a, b) => a.localeCompare(b, 'en');
    groups.sort((a, b) => direction * compare(keys.get(a), keys.get(b)) || a - b);
    const focused = body.contains(document.activeElement) ? document.activeElement.closest('tr')?.dataset.group : null;
    replace(body, ...groups.slice(0, most).map((group) => row(all, group, state.selected.includes(group))));
    if (focused) body.querySelector(`[data-group="${focused}"] button`)?.focus({ preventScroll: true });
    say(found, wanted === '' ? `${count(groups.length)} groups` : `${count(groups.length)} of ${count(heap.count - 1)} groups`);
    more.hidden = groups.length <= most;
    say(more, `Show ${count(Math.min(ROWS, groups.length - most))} more`);
  }

  function row(all, group, isSelected) {
    const cells = all.map((column) => {
      const { cell, value, text } = column;
      if (cell) return cell(group);
      return el('td', { class: classOf(column) }, ...(text ? apart(text(value(group), group)) : breakable(value(group))));
    });
    const line = el('tr', { class: isSelected ? 'selected' : null, onclick: () => page.select([group]) }, ...cells);
    line.dataset.group = group;
    return line;
  }

  const nameCell = (heap, group) => {
    const isSelected = page.state.selected.includes(group);
    const pick = button('', () => {}, { title: heap.name(group), 'aria-pressed': String(isSelected) });
    pick.append(...breakable(heap.shortName(group)));
    return el('th', { scope: 'row' }, pick, el('span', { class: 'narrow faint' }, `in ${pathWords(heap, heap.parent(group))}`));
  };

  page.listen((changed) => {
    if (['data', 'point', 'metric'].some((key) => changed.has(key))) draw();
    else if (changed.has('selected')) {
      for (const line of body.children) {
        const isSelected = page.state.selected.includes(Number(line.dataset.group));
        line.classList.toggle('selected', isSelected);
        set(line.querySelector('button'), { 'aria-pressed': String(isSelected) });
      }
    }
  });
  draw();
}

/** A number and its error, which may stand below it. */
function apart(text) {
  const [number, error] = text.split(/(?= \u00b1)/);
  return [number, error && el('span', { class: 'error' }, error)];
}

/** How a column looks: numbers, long texts, and what narrow screens leave out. */
function classOf({ key, isNumber, isLong, isLess }) {
  return [isNumber && 'n', isLong && 'long', key === 'role' && 'role', isLess && 'less'].filter(Boolean).join(' ') || null;
}
