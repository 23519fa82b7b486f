// The browser of the end-to-end tests. CHROMIUM is its binary.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;

/**
 * Starts a browser that trusts these certificates, PEM files separated by ":". Not "ignore all errors": that switches off the
 * browser's cache, which hints need.
 */
export function launch(certificates) {
  const keys = certificates.split(':').map((file) => {
    const key = new X509Certificate(readFileSync(file)).publicKey.export({
      type: 'spki',
      format: 'der',
    });
    return createHash('sha256').update(key).digest('base64');
  });
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      `--ignore-certificate-errors-spki-list=${keys.join(',')}`,
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Signs in as admin, and waits for the Overview. */
export async function signIn(page, adminUrl, password) {
  await page.goto(adminUrl);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}
