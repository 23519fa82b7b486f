// One visitor loads pages of a site, one after the other in a tab each, and leaves each of them. Prints a line of JSON for each visit:
// its view id and what the page itself measured. A page that never loads is left once it is painted: left:/page. The last page may stay
// open until the browser is killed: open:/page.
//   node timings.mjs BROWSER https://NAME:PORT h1|h2 [left:|open:]/page ...
import { setTimeout as after } from 'node:timers/promises';
import { launch } from './bidi.mjs';

const [binary, site, protocol, ...paths] = process.argv.slice(2);

const browser = await launch(binary, new URL(site).hostname, {
  'network.http.http2.enabled': protocol !== 'h1',
  'network.http.http3.enable': false,
});
try {
  for (const path of paths) {
    console.log(JSON.stringify(await visit(path)));
  }
} finally {
  await browser.close(paths.at(-1).startsWith('open:') ? 'SIGKILL' : 'SIGTERM');
}

async function visit(path) {
  const tab = await browser.tab();
  const [, how, page] = /^(left:|open:)?(.*)/.exec(path);
  await browser.navigate(tab, `${site}${page}`, how === 'left:' ? 'interactive' : 'complete');
  const facts = await browser.evaluate(
    tab,
    `(async () => {
      for (let i = 0; i < 100 && !performance.getEntriesByName('first-contentful-paint')[0]; i++) {
        await new Promise((done) => setTimeout(done, 50));
      }
      const nav = performance.getEntriesByType('navigation')[0];
      return {
        view: nav.serverTiming.find(({ name }) => name === 'view')?.description,
        ttfb: nav.responseStart,
        load: nav.loadEventEnd,
        dcl: nav.domContentLoadedEventEnd,
        fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        next: nav.nextHopProtocol,
        bytes: nav.encodedBodySize,
      };
    })()`,
  );
  // The page reports what it knows so far; the rest comes when it is left. For about:blank, Firefox often drops the last report.
  if (how === 'open:') {
    await after(2_000);
    return { path, ...facts };
  }
  await after(300);
  await browser.navigate(tab, `${site}/next`);
  // Firefox drops a report that it has not sent when its tab closes.
  await after(1000);
  await browser.send('browsingContext.close', { context: tab });
  return { path, ...facts };
}
