// Partition of a tree by d3-hierarchy, which sunbursts and icicles are made of, for the last point of a file of groups.
// Usage: node partition-d3.mjs FOLDER_OF_D3_HIERARCHY GROUPS RUNS
// Prints: milliseconds of the partition alone, milliseconds with summing and sorting. Medians over the runs.
import { readFileSync } from "node:fs";

const [folder, file, runs] = process.argv.slice(2);
const { hierarchy, partition } = await import(`${folder}/dist/d3-hierarchy.mjs`);
const groups = readFileSync(file, "utf8").trim().split("\n").map((line) => {
    const numbers = line.split(" ").map(Number);
    return { parent: numbers[0], value: numbers[numbers.length - 1], children: [] };
});
for (const group of groups.slice(1)) groups[group.parent].children.push(group);

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const alone = [];
const everything = [];
for (let run = 0; run < Number(runs); run++) {
    const started = performance.now();
    const root = hierarchy(groups[0]).sum((group) => group.value).sort((a, b) => b.value - a.value);
    const sorted = performance.now();
    partition().size([2 * Math.PI, 1])(root);
    const ended = performance.now();
    alone.push(ended - sorted);
    everything.push(ended - started);
}
console.log(median(alone), median(everything));
