// End-to-end test with a real browser and a real gateway: sign in, edit a manifest, publish it, and see the 103 of the next page
// load change. Environment variables configure it; the exit code is 0 if it passes.
//   SITE_URL       a page of the site for which the manifest shop names /assets/first.css
//   ADMIN_URL, ADMIN_PASSWORD
//   CERTIFICATES   PEM files to trust, separated by ":"
//   CHROMIUM       the browser's binary
import { launch, signIn } from './browser.mjs';

const { SITE_URL, ADMIN_URL, ADMIN_PASSWORD, CERTIFICATES } = process.env;

const NONE = 'no 103';

const browser = await launch(CERTIFICATES);

try {
  const context = await browser.newContext();
  const site = await context.newPage();
  const before = await hintsOf(site);
  expect(before.includes('/assets/first.css'), `the first 103 names /assets/first.css: ${before}`);

  const admin = await context.newPage();
  await signIn(admin, ADMIN_URL, ADMIN_PASSWORD);

  await admin.goto(`${ADMIN_URL}/manifests/shop/edit`);
  const asset = admin
    .getByRole('group', { name: 'Asset 1 of rule 1' })
    .or(admin.getByLabel('Asset 1 of rule 1'));
  await asset.first().getByLabel('URL').fill('/assets/second.css');
  await admin.getByRole('button', { name: 'Save and review' }).click();
  await admin.getByLabel('Comment').fill('The other style sheet');
  await admin.getByRole('button', { name: 'Publish', exact: true }).click();
  await admin
    .getByText(/effective on 1 of 1/i)
    .first()
    .waitFor();

  const after = await hintsOf(site);
  expect(after.includes('/assets/second.css'), `the next 103 names /assets/second.css: ${after}`);
  expect(
    !after.includes('/assets/first.css'),
    `the next 103 no longer names /assets/first.css: ${after}`,
  );
  console.log('The 103 changed with the publication.');
} finally {
  await browser.close();
}

/**
 * Returns the Link field of the 103 of a page load, as Chromium reports it. Sometimes Chromium does not report a received 103 to
 * DevTools. The gateway sends no hint twice on a connection, so each retry uses a new connection.
 */
async function hintsOf(page) {
  let seen = await hintsOfLoad(page);
  for (let tries = 1; tries < 4 && seen === NONE; tries++) {
    const anew = await browser.newContext();
    seen = await hintsOfLoad(await anew.newPage());
    await anew.close();
  }
  return seen;
}

async function hintsOfLoad(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const hints = new Promise((resolve) => {
    devtools.on('Network.responseReceivedEarlyHints', (event) =>
      resolve(JSON.stringify(event.headers)),
    );
    setTimeout(() => resolve(NONE), 6_000).unref();
  });
  await page.context().clearCookies({ name: 'lychgate_casper' });
  await page.goto(SITE_URL);
  const seen = await hints;
  await devtools.detach();
  return seen;
}

function expect(truth, sentence) {
  if (!truth) {
    throw new Error(`Expected: ${sentence}`);
  }
  console.log(`ok: ${sentence}`);
}
