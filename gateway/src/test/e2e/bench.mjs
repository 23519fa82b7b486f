// Opens a link of the bench page and runs plans there. Prints a line of JSON for each plan: the page's own loads, what DevTools measured in
// the same frames, the text of the page's state, and its CSV.
//   node bench.mjs BROWSER CERTIFICATE LINK PLAN…
// A plan is JSON: { path, count, caches, protocols, place }.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { launch } from './devtools.mjs';

const PLAN_MILLIS = 40_000;
const [binary, certificate, link, ...plans] = process.argv.slice(2);

const key = new X509Certificate(readFileSync(certificate)).publicKey;
const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
const { hostname } = new URL(link);
const browser = await launch(binary, keyHash.digest('base64'), [
  `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
  // No page uses this port: with it, the browser accepts an unknown root for QUIC.
  `--origin-to-force-quic-on=${hostname}:1`,
]);
try {
  const page = await browser.page();
  const navigations = new Map();
  page.on('Network.requestWillBeSent', ({ type, loaderId, requestId, timestamp, request }) => {
    if (type === 'Document' && loaderId === requestId) {
      navigations.set(loaderId, { path: new URL(request.url).pathname, start: timestamp });
    }
  });
  page.on('Page.lifecycleEvent', ({ loaderId, name, timestamp }) => {
    const navigation = navigations.get(loaderId);
    if (navigation) {
      navigation[name] = (timestamp - navigation.start) * 1000;
    }
  });
  await page.send('Network.enable');
  await page.send('Page.enable');
  await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
  await page.send('Page.navigate', { url: link });
  await until(page, 'document.querySelector(\'[value="h1"]\')?.disabled === false');
  for (const plan of plans.map((each) => JSON.parse(each))) {
    navigations.clear();
    await page.send('Runtime.evaluate', { expression: started(plan), userGesture: true });
    await until(page, 'buttons.start.disabled === false');
    await after(200);
    const own = await page.evaluate(
      '({ loads, csv: csv(), state: document.getElementById("state").textContent, dots: document.querySelectorAll("circle").length })',
    );
    const devtools = [...navigations.values()].filter(({ path }) => path === plan.path);
    console.log(JSON.stringify({ ...own, devtools, address: await page.evaluate('location.href') }));
  }
} finally {
  await browser.close();
}

function started({ path, count, caches, protocols, place }) {
  return `
    form.elements.path.value = ${JSON.stringify(path)};
    form.elements.count.value = ${count};
    for (const each of form.querySelectorAll('[name="cache"], [name="protocol"], [name="place"]')) {
      each.checked = ${JSON.stringify([...caches, ...protocols, place])}.includes(each.value);
    }
    form.requestSubmit();`;
}

async function until(page, condition) {
  const end = Date.now() + PLAN_MILLIS;
  while (!(await page.evaluate(condition))) {
    if (Date.now() > end) {
      const state = await page.evaluate('document.body.textContent.slice(0, 3000)');
      throw new Error(`${condition}: not within ${PLAN_MILLIS} ms; the page says: ${state}`);
    }
    await after(50);
  }
}
