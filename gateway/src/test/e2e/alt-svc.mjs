// A visitor who comes back to a site that speaks HTTP/3. Prints the protocol of each visit, a line each.
//   node alt-svc.mjs BROWSER CERTIFICATE https://NAME.test:PORT/page VISITS
// The name stands for this machine. Not localhost: Chromium follows no Alt-Svc from there.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { launch } from './devtools.mjs';

/** For the server to end what is idle, so that each visit finds its own way. */
const PAUSE_MILLIS = 4000;

const [binary, certificate, url, visits] = process.argv.slice(2);
const key = new X509Certificate(readFileSync(certificate)).publicKey;
const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
const { hostname } = new URL(url);
const browser = await launch(binary, keyHash.digest('base64'), [
  `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
  // Takes the host's unknown root for QUIC, and forces QUIC on a port that nobody asks for.
  `--origin-to-force-quic-on=${hostname}:1`,
]);
try {
  for (let visit = 0; visit < Number(visits); visit += 1) {
    const page = await browser.page();
    // Another one each time: the browser says of what it has in its cache how it came the first time.
    const fresh = `${url}?${visit}`;
    const answered = new Promise((resolve) =>
      page.on('Network.responseReceived', ({ response }) => {
        if (response.url === fresh) resolve(response.protocol);
      }),
    );
    await page.send('Network.enable');
    await page.send('Page.navigate', { url: fresh });
    console.log(JSON.stringify({ protocol: await answered }));
    await page.close();
    await after(PAUSE_MILLIS);
  }
} finally {
  await browser.close();
}
