// Loads pages in one browser, each in a new context: nothing cached, no cookies, no connections, as on a first visit.
//   node browse.mjs chrome BINARY KEY          KEY: base64 of the SHA-256 of the certificate's key
//   node browse.mjs firefox BINARY PROFILE     PROFILE: a folder whose certificate store contains the authority
// The first line of output is {"version":…}. Then follows, for each URL read from standard input, a line with the timings of
// the load, in milliseconds since its start, or with "error".
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';

/** Timeout of a load. A slow one takes two seconds. */
const PATIENCE_MILLIS = 30_000;
/** Interval of polls for the paint timing, which may follow the load event. */
const PAINT_POLL_MILLIS = 50;
const PAINT_POLLS = 60;
/** Wait for bytes that arrive after the load event, such as the rest of a push. */
const SETTLE_MILLIS = 250;

const [kind, executablePath, trust] = process.argv.slice(2);
const browser = await puppeteer.launch(kind === 'firefox' ? firefox() : chrome());
console.log(JSON.stringify({ version: await browser.version() }));
for await (const url of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await load(url).catch((e) => ({ error: String(e.message ?? e) }))));
}
await browser.close();

function chrome() {
  return {
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
      `--ignore-certificate-errors-spki-list=${trust}`,
    ],
  };
}

function firefox() {
  return {
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: trust,
    env: { ...process.env, HOME: trust },
    extraPrefsFirefox: {
      'app.update.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  };
}

async function load(url) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const responses = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MILLIS });
    await painted(page);
    await pause(SETTLE_MILLIS);
    const failed = responses.filter((response) => response.status() >= 400);
    if (failed.length > 0) {
      throw new Error(`${failed[0].url()}: ${failed[0].status()} (expected: 200)`);
    }
    return {
      ...(await page.evaluate(timings)),
      // Only Chromium reports this.
      pushed: responses.filter((response) => response.timing?.()?.pushStart > 0).length,
    };
  } finally {
    await context.close();
  }
}

async function painted(page) {
  for (let poll = 0; poll < PAINT_POLLS; poll++) {
    if (await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)) {
      return;
    }
    await pause(PAINT_POLL_MILLIS);
  }
  throw new Error('first paint: none');
}

/** Runs in the page. */
function timings() {
  const [navigation] = performance.getEntriesByType('navigation');
  const resources = performance.getEntriesByType('resource');
  return {
    protocol: navigation.nextHopProtocol,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    htmlBegin: navigation.finalResponseHeadersStart || navigation.responseStart,
    htmlEnd: navigation.responseEnd,
    load: navigation.loadEventEnd,
    requests: 1 + new Set(resources.map((resource) => resource.name)).size,
    hinted: resources.filter((resource) => resource.initiatorType === 'early-hints').length,
  };
}

function pause(millis) {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
