// Loads pages in Chromium, each in a new context, and measures what a script of theirs costs the main thread.
//   node script.mjs BINARY KEY MARK STAY [TRACES]
//     KEY: base64 of the SHA-256 of the certificate's key
//     MARK: a part of the address of the measured script
//     STAY: time in ms from the load until the page is left. The largest paint and the tasks after the load take some 500 ms
//     TRACES: folder in which the trace of each load is kept, for DevTools
// The first line of output is {"version":…}. Then follows, for each URL read from standard input, a line with the figures of the
// load, or with "error". Times are milliseconds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';
import { costOf } from './cost.mjs';

/** Timeout of a load. A slow one takes two seconds. */
const PATIENCE_MILLIS = 30_000;

const [executablePath, key, mark, stay, traces] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: 'chrome',
  executablePath,
  headless: 'shell',
  pipe: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-proxy-server',
    '--disable-background-networking',
    '--disable-component-update',
    // Not "ignore all errors": that switches the browser's cache off.
    `--ignore-certificate-errors-spki-list=${key}`,
  ],
});
let loads = 0;
console.log(JSON.stringify({ version: await browser.version() }));
for await (const url of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await load(url).catch((e) => ({ error: String(e.message ?? e) }))));
}
await browser.close();

async function load(url) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const devtools = await page.createCDPSession();
    // Processor time of the main thread's tasks, counted by the browser itself.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluateOnNewDocument(observe);
    await page.tracing.start({ categories: ['devtools.timeline', 'v8', 'v8.execute'] });
    await page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MILLIS });
    await pause(Number(stay));
    const { metrics } = await devtools.send('Performance.getMetrics');
    const figures = await page.evaluate(timings);
    // The page reports when it is left, which is work of the script, too.
    await page.goto('about:blank');
    const trace = Buffer.from(await page.tracing.stop()).toString();
    if (traces) {
      writeFileSync(join(traces, `${++loads}-${new URL(url).hostname}.json`), trace);
    }
    return {
      ...figures,
      mainThread: metrics.find(({ name }) => name === 'TaskDuration').value * 1000,
      ...costOf(JSON.parse(trace).traceEvents, mark),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page before it loads. */
function observe() {
  new PerformanceObserver((list) => {
    window.largest = list.getEntries().at(-1).startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Runs in the page. */
function timings() {
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    largest: window.largest,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    load: navigation.loadEventEnd,
  };
}

function pause(millis) {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
