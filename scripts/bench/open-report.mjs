// How long a browser takes to open a report page from disk.
// Usage: node open-report.mjs FOLDER_OF_PLAYWRIGHT CHROMIUM PAGE RUNS
// Prints: milliseconds from the start of loading until verdict, findings and pictures are seen, until tree, trends and table are there, and
// until the city in three dimensions is. Medians over the runs.
const [folder, executablePath, file, runs] = process.argv.slice(2);
const { chromium } = await import(`${folder}/index.mjs`);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const all = [[], [], []];
for (let run = 0; run < Number(runs); run++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(() => {
        new MutationObserver(() => {
            const has = (name) => document.documentElement.classList.contains(name);
            if (has("is-live")) window.ready ??= performance.now();
            if (has("is-complete")) window.complete ??= performance.now();
        }).observe(document, { attributes: true, subtree: true, attributeFilter: ["class"] });
    });
    await page.goto(`file://${file}`);
    await page.waitForFunction(() => window.complete !== undefined);
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    [paint, ...(await page.evaluate(() => [window.ready, window.complete]))].forEach((time, at) => all[at].push(time));
    await page.close();
}
await browser.close();
console.log(all.map(median).join(" "));
