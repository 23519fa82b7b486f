// Loads pages in Chromium, each in a new context, and measures what the script for page timings costs there.
//   node script.mjs BINARY KEY          KEY: base64 of the SHA-256 of the certificate's key
// The first line of output is {"version":…}. Then follows, for each URL read from standard input, a line with the figures of the
// load, or with "error". Times are milliseconds.
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';

/** Timeout of a load. A slow one takes two seconds. */
const PATIENCE_MILLIS = 30_000;
/** Wait for the largest paint and for the tasks after the load event. */
const SETTLE_MILLIS = 600;
/** Tasks of the main thread that name a script. Only the outermost one of a call counts: it contains the others. */
const TASKS = new Set(['EvaluateScript', 'FunctionCall', 'v8.compile', 'v8.run']);

const [executablePath, key] = process.argv.slice(2);
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
console.log(JSON.stringify({ version: await browser.version() }));
for await (const url of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await load(url).catch((e) => ({ error: String(e.message ?? e) }))));
}
await browser.close();

async function load(url) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.evaluateOnNewDocument(observe);
    await page.tracing.start({ categories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] });
    await page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MILLIS });
    await pause(SETTLE_MILLIS);
    const figures = await page.evaluate(timings);
    // The page reports when it is left, which is work of the script, too.
    await page.goto('about:blank');
    const trace = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
    return { ...figures, ...scriptOf(trace.traceEvents) };
  } finally {
    await context.close();
  }
}

/** Returns the time and the number of the tasks of the script. The time is that of the thread, without what else the core did. */
function scriptOf(events) {
  const tasks = events
    .filter(({ name, ph, args }) => TASKS.has(name) && ph === 'X' && isOurs(args))
    .map(({ ts, dur = 0, tdur = dur, tid }) => ({ tid, begin: ts, end: ts + dur, cpu: tdur }))
    .sort((a, b) => a.begin - b.begin || b.end - a.end);
  let micros = 0;
  let count = 0;
  let last = { tid: 0, end: 0 };
  for (const task of tasks) {
    if (task.tid === last.tid && task.end <= last.end) continue;
    micros += task.cpu;
    count++;
    last = task;
  }
  return { script: micros / 1000, tasks: count };
}

function isOurs(args) {
  return String(args?.data?.url ?? args?.fileName ?? '').includes('/.well-known/lychgate/');
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
