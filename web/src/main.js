// The report page comes to life: still pictures become a city that can be turned, and trees, trends and a table stand beside it.

import { listenToKeys } from './base/keys.js';
import { FORMAT, decode } from './data/decode.js';
import { follow } from './live.js';
import { Page } from './page.js';
import { cityView } from './views/city.js';
import { findingButtons } from './views/findings.js';
import { groupsView } from './views/groups.js';
import { navigation } from './views/nav.js';
import { timeBar } from './views/time_bar.js';
import { treesView } from './views/trees.js';
import { trendsView } from './views/trends.js';

const isLive = 'live' in document.documentElement.dataset;

/** Builds the interactive parts of the page from its data; `update` of what it returns replaces the data. */
export function start(data) {
  if (data.format !== FORMAT) throw new Error(`the data are of format ${data.format}, this page reads ${FORMAT}`);
  const page = new Page(data);
  const section = (id) => document.getElementById(id);
  document.documentElement.classList.add('is-live');
  timeBar(page);
  treesView(page, section('trees'));
  trendsView(page, section('trends'));
  groupsView(page, section('groups'));
  navigation(page);
  listenToKeys(page);
  // Where there is no graphics card a city takes longer than all else: until it is there, its pictures are.
  afterNextPicture(() => {
    let city;
    const complete = () => {
      // Where nothing stands yet, something may when data come in; a browser that cannot draw it is asked once.
      if (city === undefined && page.plan) city = cityView(page, section('city'));
      findingButtons(page, Boolean(city));
    };
    complete();
    if (isLive) follow((data) => page.update(data), complete);
    document.documentElement.classList.add('is-complete');
  });
  return page;
}

/** Whether there is a heap to draw: samples alone, and points with nothing in them, are none. */
function holdsSomething({ metrics, points }) {
  return metrics.length > 0 && points.length > 0;
}

/** Calls a function when the browser has shown what there is. */
function afterNextPicture(work) {
  const later = () => setTimeout(work);
  // What is in the background is not shown at all.
  if (document.hidden) later();
  else requestAnimationFrame(later);
}

const element = document.getElementById('report-data');
if (element) {
  decode(element.textContent).then((data) => {
    if (holdsSomething(data)) window.memoryCityReport = start(data);
    // The page begins anew when there is something to show.
    else if (isLive) follow((news) => holdsSomething(news) && location.reload());
  });
}
