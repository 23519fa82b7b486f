// Loads pages, one after the other, and ends. The origin records the requests that hints cause.
//   node hints.mjs BROWSER CERTIFICATE https://localhost:PORT new|same /page ...
// new: each page has its own browser context, and so its own connection.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { launch } from './devtools.mjs';

const [binary, certificate, site, connections, ...paths] = process.argv.slice(2);
const key = new X509Certificate(readFileSync(certificate)).publicKey;
const keyHash = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
const browser = await launch(binary, keyHash.digest('base64'));
try {
  for (const path of paths) {
    const context = connections === 'new' ? await browser.send('Target.createBrowserContext') : {};
    const page = await browser.page(context);
    await page.send('Page.enable');
    const loaded = page.once('Page.loadEventFired');
    const { errorText } = await page.send('Page.navigate', { url: `${site}${path}` });
    if (errorText) {
      throw new Error(`${path}: ${errorText} (expected: a page)`);
    }
    await loaded;
    await page.close();
  }
} finally {
  await browser.close();
}
