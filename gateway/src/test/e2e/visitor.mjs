// A browser that visits a name that stands for this machine, and says which protocol each visit spoke.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { launch } from './devtools.mjs';

/** Takes HTTP/3 for granted at this port of the name; only there does it take an unknown root for QUIC at all. */
export async function visitor(binary, certificate, hostname, http3Port) {
  const key = new X509Certificate(readFileSync(certificate)).publicKey;
  const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
  const browser = await launch(binary, keyHash.digest('base64'), [
    `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
    `--origin-to-force-quic-on=${hostname}:${http3Port}`,
  ]);
  return {
    /** Prints the protocol. Another URL each time: of what is in its cache, it says how it came the first time. */
    async visit(url) {
      const page = await browser.page();
      const answered = new Promise((resolve) =>
        page.on('Network.responseReceived', ({ response }) => {
          if (response.url === url) resolve(response.protocol);
        }),
      );
      await page.send('Network.enable');
      await page.send('Page.navigate', { url });
      console.log(JSON.stringify({ protocol: await answered }));
      await page.close();
    },
    close: () => browser.close(),
  };
}
