// End-to-end test with a real browser, its virtual authenticator (WebDriver's WebAuthn extension, through DevTools) and a real
// gateway: register a key, sign in with it, fail without it, and remove it. Environment variables configure it; the exit code is 0
// if it passes.
//   ADMIN_URL, ADMIN_PASSWORD
//   CERTIFICATES   PEM files to trust, separated by ":"
//   CHROMIUM       the browser's binary
import { launch, signIn } from './browser.mjs';

const { ADMIN_URL, ADMIN_PASSWORD, CERTIFICATES } = process.env;
const KEY = 'Key of the desk';

const browser = await launch(CERTIFICATES);

try {
  const page = await (await browser.newContext()).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await signIn(page, ADMIN_URL, ADMIN_PASSWORD);
  await page.goto(`${ADMIN_URL}/second-factors`);
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByLabel('Name of the key').fill(KEY);
  await page.getByLabel('Your password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Add the key' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText(KEY).first().waitFor();

  await startAgain(page);
  await page.getByRole('button', { name: 'Use the key' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  // Another key of the same kind is not this key.
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await startAgain(page);
  await page.getByRole('button', { name: 'Use the key' }).click();
  await page.getByText('The key was not used').waitFor();
  for (const credential of credentials) {
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
  }
  await page.getByRole('button', { name: 'Use the key' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  await page.goto(`${ADMIN_URL}/second-factors`);
  await page.getByRole('button', { name: `Remove the key ${KEY}` }).click();
  await page.getByLabel('Your password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Remove the key', exact: true }).click();
  await page.getByText(`The key ${KEY} is no longer accepted.`).waitFor();
  console.log('The key opened a session, and nothing else did.');
} finally {
  await browser.close();
}

/** Ends the session and gives the password, up to the second step. */
async function startAgain(page) {
  await page.context().clearCookies();
  await page.goto(ADMIN_URL);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
}
