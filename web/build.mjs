// Writes the script and the style of the report page, which the program carries inside it, and what its pages have to say about them.
//
// The same sources give the same bytes: there is no source map, no date and no path in them.

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The files by name. */
export async function files() {
  const options = { absWorkingDir: here, bundle: true, minify: true, write: false, charset: 'utf8', legalComments: 'none', target: 'es2022' };
  const script = await build({ ...options, entryPoints: ['src/main.js'], format: 'iife' });
  const style = await build({ ...options, entryPoints: ['src/report.css'] });
  // An element ends where its end tag stands, whatever is around it.
  const js = script.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();
  const css = style.outputFiles[0].text.trim();
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return {
    'report.js': js,
    'report.css': css,
    'report.csp': `script-src ${hash(js)}; style-src ${hash(css)}\n`,
    'LICENSES.txt': await licenses(),
  };
}

async function licenses() {
  const { version } = JSON.parse(await readFile(`${here}node_modules/three/package.json`, 'utf8'));
  const text = await readFile(`${here}node_modules/three/LICENSE`, 'utf8');
  return `report.js contains parts of three ${version} (https://threejs.org), under this licence:\n\n${text.trim()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = `${here}../assets/web/`;
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(await files())) {
    await writeFile(folder + name, text);
    console.log(`${name} ${Buffer.byteLength(text)}`);
  }
}
