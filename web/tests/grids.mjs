// Pictures as grids of mean colours: alike enough to be compared where letters are drawn by other fonts.

import { readFileSync } from 'node:fs';

const COLUMNS = 24;
const ROWS = 16;
/** Colours are kept with one digit for each of red, green and blue. */
const STEP = 17;
/** How far a part of a colour may be off, of 255, how many cells of a hundred may be further off, and how far the mean of all may be off. */
export const OF_DRAWINGS = { close: 20, mostOthers: 4, mean: 2 };
export const OF_TEXTS = { close: 34, mostOthers: 6, mean: 6.5 };

/** The mean colours of the cells of a picture (PNG): a row of hexadecimal digits for each row of cells. `page` is any empty page. */
export async function gridOf(page, png) {
  const cells = await page.evaluate(async ([base64, columns, rows]) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const edge = (at, count, length) => Math.round((at * length) / count);
    const all = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const [x, y] = [edge(column, columns, width), edge(row, rows, height)];
        const { data } = context.getImageData(x, y, Math.max(edge(column + 1, columns, width) - x, 1), Math.max(edge(row + 1, rows, height) - y, 1));
        const sums = [0, 0, 0];
        data.forEach((value, at) => {
          if (at % 4 < 3) sums[at % 4] += value;
        });
        all.push(sums.map((sum) => (4 * sum) / data.length));
      }
    }
    return all;
  }, [png.toString('base64'), COLUMNS, ROWS]);
  const digits = cells.map((color) => color.map((part) => Math.round(part / STEP).toString(16)).join(''));
  return Array.from({ length: ROWS }, (_, row) => digits.slice(row * COLUMNS, (row + 1) * COLUMNS).join(''));
}

/** What is wrong with a grid beside the one that is kept; null where they are alike. */
export function difference(kept, seen, { close, mostOthers, mean }) {
  if (!kept) return 'no such picture is kept';
  const [before, now] = [kept, seen].map(smooth);
  const far = before.filter((color, at) => color.some((part, channel) => Math.abs(part - now[at][channel]) > close)).length;
  const share = (100 * far) / before.length;
  if (share > mostOthers) return `${share.toFixed(0)} % of the cells have another colour`;
  // Many small differences are one large one.
  const means = [before, now].map((colors) => [0, 1, 2].map((channel) => colors.reduce((sum, color) => sum + color[channel], 0) / colors.length));
  const off = Math.max(...means[0].map((part, channel) => Math.abs(part - means[1][channel])));
  return off > mean ? `it is brighter or darker by ${off.toFixed(1)} of 255` : null;
}

/** Cells with their neighbours: a line of text that stands a little higher is the same text. */
function smooth(grid) {
  const color = (row, column) => [0, 1, 2].map((channel) => STEP * Number.parseInt(grid[row][3 * column + channel], 16));
  const around = (at, length) => [at - 1, at, at + 1].filter((one) => one >= 0 && one < length);
  return Array.from({ length: ROWS * COLUMNS }, (_, at) => {
    const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
    const cells = around(row, ROWS).flatMap((y) => around(column, COLUMNS).map((x) => color(y, x)));
    return [0, 1, 2].map((channel) => cells.reduce((sum, cell) => sum + cell[channel], 0) / cells.length);
  });
}

/** The grids that are kept in a file, by the name of what they show. */
export function keptGrids(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
