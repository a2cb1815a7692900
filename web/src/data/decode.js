// The data of a page: JSON, gzip, base64.

export const FORMAT = 'memory-city-report/1';

/** The data in an element of the page. */
export async function decode(base64) {
  const packed = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(unpacked).text());
}
