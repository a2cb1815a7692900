// Memory trees of 10,000 groups at 50 points: packages, types and allocation sites, of which some grow and some come and go.
// Usage: node many-groups.mjs NEW_FOLDER
import { mkdirSync, writeFileSync } from "node:fs";

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
let state = 42n;
const next = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
};
const pick = (list) => list[Math.floor(next() * list.length)];
const words = ["core", "net", "cache", "util", "model", "service", "web", "db"];
const kinds = ["Order", "Session", "Entry", "Node", "Buffer", "Key", "Handler", "Item"];
const packages = Array.from({ length: 250 }, (_, at) => `com.${pick(["shop", "acme", "bank"])}.${pick(words)}${at}`);
const types = packages.flatMap((name) => Array.from({ length: 13 }, (_, at) => ({ package: name, name: `${name}.${pick(kinds)}${at}`, bytes: 16 + 8 * Math.floor(8 * next()) })));
const sites = types.flatMap((type) => [0, 1].map((at) => ({
    type,
    name: `${pick(packages)}.Service.make${at}(Service.java:${10 + Math.floor(890 * next())})`,
    size: 20 / (next() + 0.002) ** 1.2,
    // Three of five stay, one swings, one grows.
    kind: pick([0, 0, 0, 1, 2]),
})));
const node = (key, name, role) => ({ key, name, role, objects: 0, bytes: 0, children: [] });
for (let point = 0; point < 50; point++) {
    const root = node("Overall", "Overall", "");
    const known = new Map();
    const child = (parent, name, role) => {
        const key = `${parent.key}#${name}`;
        if (!known.has(key)) {
            known.set(key, node(key, name, role));
            parent.children.push(known.get(key));
        }
        return known.get(key);
    };
    for (const site of sites) {
        const factor = [1, 0.6 + 0.8 * next(), 1 + (point * (0.5 + next())) / 20][site.kind];
        const objects = Math.floor(site.size * factor);
        if (objects === 0) continue;
        const inPackage = child(root, site.type.package, "Package");
        const ofType = child(inPackage, site.type.name, "Type");
        for (const holds of [root, inPackage, ofType, child(ofType, site.name, "Allocation site")]) {
            holds.objects += objects;
            holds.bytes += objects * site.type.bytes;
        }
    }
    const tree = { time: 1000 * (point + 1), gc: point + 1, classifiers: ["Package", "Type", "Allocation site"], root };
    writeFileSync(`${folder}/${1000 * (point + 1)}.json`, JSON.stringify(tree));
}
