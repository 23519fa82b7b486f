// A browser that visits an alias of this machine, and prints the protocol of each visit.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { launch } from './devtools.mjs';

/** Starts with HTTP/3 at this port of the name; only there does it accept an unknown root for QUIC. */
export async function visitor(binary, certificate, hostname, http3Port) {
  const key = new X509Certificate(readFileSync(certificate)).publicKey;
  const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
  const browser = await launch(binary, keyHash.digest('base64'), [
    `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
    `--origin-to-force-quic-on=${hostname}:${http3Port}`,
  ]);
  return {
    /** Prints the protocol. Needs a new URL each time: for a cached one, the browser reports the protocol of the first load. */
    async visit(url) {
      const page = await browser.page();
      const received = new Promise((resolve) =>
        page.on('Network.responseReceived', ({ response }) => {
          if (response.url === url) resolve(response.protocol);
        }),
      );
      await page.send('Network.enable');
      await page.send('Page.navigate', { url });
      console.log(JSON.stringify({ protocol: await received }));
      await page.close();
    },
    close: () => browser.close(),
  };
}
