// End-to-end test with a real browser and a real gateway: eject the server of an upstream with a reason, see the decision in Upstreams
// and the problem in Sites & routes, and enable the server again. The exit code is 0 if it passes.
//   SERVER         id of the server
//   ADMIN_URL, ADMIN_PASSWORD
//   CERTIFICATES   PEM files to trust, separated by ":"
//   PICTURES       folder for screenshots; none without it
import { launch, signIn } from './browser.mjs';

const { ADMIN_URL, ADMIN_PASSWORD, CERTIFICATES, PICTURES, SERVER } = process.env;

const browser = await launch(CERTIFICATES);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const picture = async (name) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  await signIn(page, ADMIN_URL, ADMIN_PASSWORD);

  await page.goto(`${ADMIN_URL}/upstreams`);
  const row = page.getByRole('row', { name: SERVER });
  await row.getByText('Up', { exact: true }).waitFor();
  await picture('upstreams');

  await page.getByRole('button', { name: `Eject ${SERVER}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('broken disk');
  await picture('eject');
  await dialog.getByRole('button', { name: 'Eject', exact: true }).click();
  await row.getByText('Disabled', { exact: true }).waitFor();
  await row.getByText(/^Ejected by admin, .*: broken disk$/).waitFor();
  await picture('ejected');

  await page.goto(`${ADMIN_URL}/routes?show=problems`);
  await page
    .getByText(/^\d+ problems?$/)
    .first()
    .waitFor();
  await picture('routes');

  await page.goto(`${ADMIN_URL}/upstreams`);
  await page.getByRole('button', { name: `Enable ${SERVER}` }).click();
  await dialog.getByRole('button', { name: 'Enable', exact: true }).click();
  await row.getByText('Up', { exact: true }).waitFor();
  console.log('The server was ejected and enabled.');
} finally {
  await browser.close();
}
