// One visitor loads pages of a site, one after the other, each on its own connection and with the cache and the cookies of
// earlier visits. Prints a line of JSON for each visit.
//   node visits.mjs BROWSER CERTIFICATE https://localhost:PORT /page ...
// A page that sets window.stay to a promise keeps the visitor until then.
// STAY_MILLIS in the environment: time on each page after loading. UNTRUSTING: the browser does not trust the certificate and
// continues, as after a click on "proceed", and caches nothing.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { launch } from './devtools.mjs';
import { openRelay } from './relay.mjs';

const [binary, certificate, site, ...paths] = process.argv.slice(2);

const key = new X509Certificate(readFileSync(certificate)).publicKey;
const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
const relay = await openRelay(Number(new URL(site).port));
const browser = process.env.UNTRUSTING
  ? await launch(binary, '', ['--ignore-certificate-errors'])
  : await launch(binary, keyHash.digest('base64'));
try {
  for (const path of paths) {
    console.log(JSON.stringify(await visit(path)));
    await relay.closeConnections();
  }
} finally {
  await browser.close();
  relay.close();
}

async function visit(path) {
  const before = relay.connections();
  const page = await browser.page();
  const earlyHints = [];
  const responses = new Map();
  page.on('Network.responseReceivedEarlyHints', ({ headers }) => earlyHints.push(linksOf(headers)));
  page.on('Network.responseReceived', ({ response }) => {
    responses.set(new URL(response.url).pathname, response);
  });
  await page.send('Network.enable');
  await page.send('Page.enable');
  const loaded = page.once('Page.loadEventFired');
  const { errorText } = await page.send('Page.navigate', {
    url: `https://localhost:${relay.port}${path}`,
  });
  if (errorText) {
    throw new Error(`${path}: ${errorText} (expected: a page)`);
  }
  await loaded;
  await page.evaluate('window.stay');
  await after(Number(process.env.STAY_MILLIS ?? 0));
  const entries = await page.evaluate(
    'performance.getEntriesByType("resource").map((e) => [new URL(e.name).pathname, e.initiatorType])',
  );
  await page.close();
  return {
    path,
    connections: relay.connections() - before,
    protocol: responses.get(new URL(path, site).pathname)?.protocol,
    earlyHints,
    initiators: Object.fromEntries(entries),
    // A pushed resource, also in browsers that report its response as "from disk cache".
    pushed: [...responses].filter(([, r]) => r.timing?.pushStart > 0).map(([name]) => name),
  };
}

/** Returns the targets of the Link fields. */
function linksOf(headers) {
  const field = Object.entries(headers).find(([name]) => name.toLowerCase() === 'link');
  return [...(field?.[1] ?? '').matchAll(/<([^>]*)>/g)].map((match) => match[1]);
}
