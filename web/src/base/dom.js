// Elements are made by these functions alone: names of a heap are data, so they become text and attributes, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; a text is a text node, functions under `on…` listen. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same in a drawing. */
export function svgEl(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Puts children in the place of all that an element has. */
export function replace(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** A button. */
export function button(text, onclick, attributes = {}) {
  return el('button', { type: 'button', onclick, ...attributes }, text);
}

/** A name that may go on in the next line where a word of it begins: `HostConfiguration`, `java.util.Map$Entry`. */
export function breakable(name) {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[.$_/,])(?=.)|(?=\()/);
  return words.flatMap((word, at) => (at === 0 ? [word] : [document.createElement('wbr'), word]));
}

/** Sets attributes that have changed; `null` and `false` take one away. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  return element;
}

/** Sets a text that has changed: what reads pages aloud hears of changes only. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else set(element, { [name]: value });
  }
  element.append(...present(children));
  return element;
}

function present(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}
