// A visitor who comes back to a site that speaks HTTP/3. Prints the protocol of each visit, a line each.
//   node alt-svc.mjs BROWSER CERTIFICATE https://NAME.test:PORT/page VISITS [TCP_VISITS]
// The name stands for this machine. Not localhost: Chromium follows no Alt-Svc from there. After TCP_VISITS (default: all) TCP
// connections get no answer any more: the browser tries TCP beside QUIC, and on a busy machine either may win.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { launch } from './devtools.mjs';
import { openRelay } from './relay.mjs';

const [binary, certificate, url, visits, tcpVisits = visits] = process.argv.slice(2);
const key = new X509Certificate(readFileSync(certificate)).publicKey;
const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
const { hostname, port, pathname } = new URL(url);
const tcp = await openRelay(Number(port), '127.0.0.1');
const browser = await launch(binary, keyHash.digest('base64'), [
  `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
  // Takes the host's unknown root for QUIC, and forces QUIC on a port that nobody asks for.
  `--origin-to-force-quic-on=${hostname}:1`,
]);
try {
  for (let visit = 0; visit < Number(visits); visit += 1) {
    const page = await browser.page();
    // Another one each time: the browser says of what it has in its cache how it came the first time.
    const fresh = `https://${hostname}:${tcp.port}${pathname}?${visit}`;
    const answered = new Promise((resolve) =>
      page.on('Network.responseReceived', ({ response }) => {
        if (response.url === fresh) resolve(response.protocol);
      }),
    );
    await page.send('Network.enable');
    await page.send('Page.navigate', { url: fresh });
    console.log(JSON.stringify({ protocol: await answered }));
    await page.close();
    if (visit + 1 === Number(tcpVisits)) tcp.hold();
    // So that each visit finds its own way.
    await tcp.closeConnections();
  }
} finally {
  await browser.close();
  tcp.close();
}
