// One visitor loads pages of a site over one protocol, one after the other in a tab each, and leaves each of them. Prints a line of JSON
// for each visit: its view id and what DevTools and the page itself measured.
// NAME is an alias of this machine. The visitor stays on a page whose query begins with "stay" until it has reported its load. Of a page with the query "click", the visitor clicks the heading as soon as it is painted.
//   node timings.mjs BROWSER CERTIFICATE https://NAME:PORT h1|h2|h3 /page ...
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { launch } from './devtools.mjs';

const [binary, certificate, site, protocol, ...paths] = process.argv.slice(2);

const key = new X509Certificate(readFileSync(certificate)).publicKey;
const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
const { hostname, port } = new URL(site);
const options = {
  h1: ['--disable-http2', '--disable-quic'],
  h2: ['--disable-quic'],
  h3: ['--enable-quic', `--origin-to-force-quic-on=${hostname}:${port}`],
}[protocol];
const browser = await launch(binary, keyHash.digest('base64'), [
  `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
  ...options,
]);
try {
  for (const path of paths) {
    console.log(JSON.stringify(await visit(path)));
  }
  // As a visitor would: the browser stays open, and sends the last report of the last page when its renderer comes to it.
  await after(1_000);
} finally {
  await browser.close();
}

async function visit(path) {
  const page = await browser.page();
  await page.send('Page.enable');
  const loaded = page.once('Page.loadEventFired');
  const { errorText } = await page.send('Page.navigate', { url: `${site}${path}` });
  if (errorText) {
    throw new Error(`${path}: ${errorText} (expected: a page)`);
  }
  if (path.endsWith('?click')) {
    await click(page);
  }
  await loaded;
  await painted(page);
  const facts = await page.evaluate(`(() => {
    const nav = performance.getEntriesByType('navigation')[0];
    const time = (name) => performance.getEntriesByName(name)[0]?.startTime;
    return {
      view: nav.serverTiming.find(({ name }) => name === 'view')?.description,
      ttfb: nav.finalResponseHeadersStart || nav.responseStart,
      load: nav.loadEventEnd,
      dcl: nav.domContentLoadedEventEnd,
      fcp: time('first-contentful-paint'),
      next: nav.nextHopProtocol,
      bytes: nav.encodedBodySize,
      resources: performance.getEntriesByType('resource')
        .filter(({ name }) => name.startsWith(location.origin) && !name.includes('/.well-known/'))
        .map((each) => ({
          path: new URL(each.name).pathname,
          start: each.startTime,
          request: each.requestStart,
          response: each.responseStart,
          end: each.responseEnd,
          initiator: each.initiatorType,
        })),
      script: document.querySelectorAll('script[integrity]').length,
    };
  })()`);
  // The page reports its load one second later, or all it knows when it is left before.
  await after(path.includes('?stay') ? 3_000 : 300);
  await page.send('Page.navigate', { url: 'about:blank' });
  await after(200);
  await page.close();
  return { path, ...facts };
}

async function painted(page) {
  await page.evaluate(`(async () => {
    for (let i = 0; i < 100 && !performance.getEntriesByName('first-contentful-paint')[0]; i++) {
      await new Promise((done) => setTimeout(done, 50));
    }
  })()`);
}

async function click(page) {
  await painted(page);
  for (const type of ['mousePressed', 'mouseReleased']) {
    await page.send('Input.dispatchMouseEvent', { type, x: 30, y: 30, button: 'left', clickCount: 1 });
  }
}
