// Squarified tiling by d3-hierarchy, on the weights in a file (one per line).
// Usage: node squarify-d3.mjs FOLDER_OF_D3_HIERARCHY WEIGHTS RUNS
// Prints: milliseconds of the tiling alone, milliseconds with building and sorting the tree, mean aspect ratio, worst
// relative error of an area. Medians over the runs.
import { readFileSync } from "node:fs";

const [folder, file, runs] = process.argv.slice(2);
const { hierarchy, treemap, treemapSquarify } = await import(`${folder}/dist/d3-hierarchy.mjs`);
const weights = readFileSync(file, "utf8").trim().split("\n").map(Number);
const width = 1600;
const depth = 1000;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const tilingOnly = [];
const everything = [];
let root;
for (let run = 0; run < Number(runs); run++) {
    const started = performance.now();
    root = hierarchy({ children: weights.map((value) => ({ value })) })
        .sum((node) => node.value ?? 0)
        .sort((a, b) => b.value - a.value);
    const sorted = performance.now();
    // Ratio 1 is what the paper asks for; d3's own default aims at the golden ratio.
    treemap().size([width, depth]).tile(treemapSquarify.ratio(1))(root);
    const ended = performance.now();
    tilingOnly.push(ended - sorted);
    everything.push(ended - started);
}

let aspects = 0;
let worstError = 0;
for (const leaf of root.children) {
    const w = leaf.x1 - leaf.x0;
    const d = leaf.y1 - leaf.y0;
    aspects += Math.max(w / d, d / w);
    worstError = Math.max(worstError, Math.abs(w * d / (leaf.value / root.value * width * depth) - 1));
}
console.log(median(tilingOnly), median(everything), aspects / root.children.length, worstError);
