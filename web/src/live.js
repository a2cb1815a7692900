// Pages of a server: asks for what is new, and puts it in place of what was there. Everything that was looked at stays.

import { decode } from './data/decode.js';

/** What the server writes, and the script leaves as it is. */
const WRITTEN = ['header', '#findings', '#structures', '#known', '#rules', '#city .cities'];
/** After an answer that failed, in milliseconds. */
const PAUSE = 2000;

/** Asks the server of this page for news until it ends; hands on new data, and tells when everything is in its place. */
export async function follow(takeData, afterNews = () => {}) {
  let version = 0;
  for (;;) {
    try {
      const next = await fetch(`next?after=${version}`, { cache: 'no-store' });
      if (next.status === 410) break;
      if (!next.ok) throw new Error(next.statusText);
      const newest = Number(await next.text());
      if (newest > version) {
        // The page itself may have been sent long ago: what is newest is asked for at first, too.
        const news = await fetch('news', { cache: 'no-store' });
        await show(takeData, await news.text());
        version = Number(news.headers.get('x-version') ?? newest);
        afterNews();
      }
      state('');
    } catch {
      state('The server does not answer; this is what it told last.');
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  state('The server has ended; this is what it told last.');
}

async function show(takeData, text) {
  const news = new DOMParser().parseFromString(text, 'text/html');
  for (const place of WRITTEN) {
    const [before, after] = [document, news].map((all) => all.querySelector(place));
    if (before && after) before.replaceWith(document.adoptNode(after));
    else if (before && place.startsWith('#') && !place.includes(' ')) before.remove();
    else if (after && place.startsWith('#') && !place.includes(' ')) document.querySelector('#rules').before(document.adoptNode(after));
  }
  document.title = news.title;
  takeData(await decode(news.getElementById('report-data').textContent));
}

/** Tells how the server is, where that matters. */
function state(text) {
  let told = document.querySelector('.live-state');
  if (!told && text) {
    told = document.createElement('p');
    told.className = 'live-state';
    told.setAttribute('role', 'status');
    document.querySelector('main').prepend(told);
  }
  if (told) {
    told.textContent = text;
    told.hidden = !text;
  }
}
