// The program whose reports are tested, and what it says of its samples.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files } from '../build.mjs';
import { decode } from '../src/data/decode.js';

export const SAMPLES = fileURLToPath(new URL('../../data-samples/', import.meta.url));
const MOST_BYTES = 1 << 28;

const folder = mkdtempSync(join(tmpdir(), 'memory-city-report-'));
const pages = new Map();

/** Runs the program; its standard output. */
export function memoryCity(...args) {
  const program = process.env.MEMORY_CITY;
  if (!program) throw new Error('MEMORY_CITY names no program: set it to a memory-city that can write reports');
  return execFileSync(program, args, { maxBuffer: MOST_BYTES, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export const memoryCityJson = (...args) => JSON.parse(memoryCity(...args));

/** The path of the report page of a sample or another input. It must have the script and style of these sources inside. */
export async function reportPage(input) {
  if (!pages.has(input)) {
    const file = join(folder, `page-${pages.size + 1}.html`);
    memoryCity('report', input.includes('/') ? input : SAMPLES + input, '--html', file);
    await checkParts(readFileSync(file, 'utf8'));
    pages.set(input, file);
  }
  return pages.get(input);
}

/** The data of the report page of a sample. */
export async function reportData(input) {
  return decode(dataOf(readFileSync(await reportPage(input), 'utf8')));
}

/** Writes a page that is changed by a function, and tells its path. */
export async function changedPage(input, change) {
  const file = join(folder, `changed-${Math.random().toString(36).slice(2)}.html`);
  writeFileSync(file, change(readFileSync(await reportPage(input), 'utf8')));
  return file;
}

export const DATA_ELEMENT = /(<script[^>]*id="report-data"[^>]*>)([^<]*)/;
const dataOf = (page) => DATA_ELEMENT.exec(page)[2];

async function checkParts(page) {
  const parts = await files();
  for (const name of ['report.js', 'report.css', 'report.csp']) {
    if (!page.includes(parts[name].trim())) throw new Error(`the program has another ${name} inside: build it again after npm run build`);
  }
}
