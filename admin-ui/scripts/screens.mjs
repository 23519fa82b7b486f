// Screens that `npm run look` visits, with the steps to reach each.

const button = (page, name) => page.getByRole('button', { name });

async function conflict(page) {
  await page.getByRole('textbox', { name: 'URL' }).first().fill('/assets/mine.css');
  await page.evaluate(async () => {
    const read = await fetch('/api/v1/manifests/shop');
    const { etag, draft } = await read.json();
    await fetch('/api/v1/manifests/shop/draft', {
      method: 'PUT',
      headers: { 'If-Match': etag, 'X-Lychgate-CSRF': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: draft.text.replace('hero.jpg', 'theirs.jpg') }),
    });
  });
  await button(page, 'Save draft').click();
  await page.getByRole('alert').waitFor();
}

/** Zooms into the middle of the chart, as a user drags. */
async function brush(page) {
  const box = await page.locator('.u-over').boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL(/from=.*&to=/);
}

const TRY = '/try-it?url=%2F&push=on&draft=shop';

export const screens = [
  { name: 'sign-in', path: '/sign-in', state: 'signed-out', narrow: true },
  {
    name: 'sign-in-throttled',
    path: '/sign-in',
    state: 'throttled',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('admin');
      await page.getByLabel('Password').first().fill('x');
      await button(page, 'Sign in').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'password-one-time', path: '/', state: 'one-time&signed-in' },
  { name: 'overview', path: '/', narrow: true, settle: 6500 },
  { name: 'overview-table', path: '/?chart=requests&view=table', settle: 6500 },
  { name: 'manifests', path: '/manifests', narrow: true },
  { name: 'manifests-nothing-fits', path: '/manifests?q=zzz' },
  { name: 'manifest-new', path: '/manifests/new' },
  { name: 'manifest-form', path: '/manifests/shop/edit', narrow: true },
  { name: 'manifest-yaml', path: '/manifests/shop/edit?view=yaml' },
  {
    name: 'manifest-problem',
    path: '/manifests/shop/edit?view=yaml',
    act: async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('rules: x\n');
      await page.getByText('to fix').waitFor();
    },
  },
  {
    name: 'manifest-form-problem',
    path: '/manifests/shop/edit',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'URL' }).first().fill('');
      await page.getByText('to fix').waitFor();
    },
  },
  { name: 'manifest-conflict', path: '/manifests/shop/edit', act: conflict },
  {
    name: 'manifest-leave',
    path: '/manifests/shop/edit',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'URL' }).first().fill('/assets/mine.css');
      await page.getByRole('link', { name: 'Overview', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'manifest-publish', path: '/manifests/shop/publish' },
  {
    name: 'manifest-published',
    path: '/manifests/shop/publish',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Comment' }).fill('Hero later');
      await button(page, 'Publish').click();
      await page.getByText('is effective on').waitFor();
    },
  },
  { name: 'manifest-history', path: '/manifests/shop/history', narrow: true },
  {
    name: 'manifest-roll-back',
    path: '/manifests/shop/history?revision=11&against=nothing',
    act: (page) => button(page, 'Roll back to revision 11').click(),
  },
  { name: 'try-it-empty', path: '/try-it' },
  { name: 'try-it', path: TRY, narrow: true },
  { name: 'try-it-no-rule', path: '/try-it?url=%2Fnowhere&protocol=http%2F1.1' },
  { name: 'routes', path: '/routes', narrow: true },
  { name: 'routes-problems', path: '/routes?show=problems' },
  {
    name: 'routes-explain',
    path: '/routes/explain?url=https%3A%2F%2Fwww.example.com%2Fshop%2Fcart&method=GET',
    narrow: true,
  },
  { name: 'upstreams', path: '/upstreams', narrow: true },
  {
    name: 'upstreams-decided',
    path: '/upstreams',
    state: 'signed-in&decided',
    narrow: true,
    act: (page) => button(page, 'Drain https://api.internal').click(),
  },
  { name: 'timelines', path: '/timelines', narrow: true },
  { name: 'timeline', path: '/timelines/1', narrow: true },
  { name: 'timeline-table', path: '/timelines/1?view=table' },
  {
    name: 'timeline-waiting',
    path: '/timelines',
    act: async (page) => {
      await button(page, 'Record').click();
      await page.getByText('Waiting for a connection').waitFor();
    },
  },
  { name: 'overview-day', path: '/?range=24h&compare=previous', narrow: true, settle: 2500 },
  { name: 'overview-brush', path: '/?range=24h', act: brush },
  { name: 'overview-fixed', path: '/?from=2026-11-20T10%3A00%3A00Z&to=2026-11-20T12%3A00%3A00Z' },
  { name: 'savings', path: '/savings', narrow: true, settle: 2500 },
  { name: 'savings-table', path: '/savings?figure=p95&view=table&site=shop.example' },
  {
    name: 'savings-note',
    path: '/savings',
    act: (page) => button(page, 'Note an event').click(),
  },
  {
    name: 'savings-refused',
    path: '/savings',
    state: 'signed-in&thin',
    act: async (page) => {
      await button(page, /^Report before and after: Protocols/).click();
      await button(page, 'Make the report').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'reports', path: '/reports', narrow: true },
  { name: 'report', path: '/reports/r1', narrow: true },
  { name: 'report-print', path: '/reports/r1', media: 'print' },
  {
    name: 'palette',
    path: '/manifests',
    fullPage: false,
    act: async (page) => {
      await button(page, 'Go to …').click();
      await page
        .getByRole('searchbox', { name: 'Search pages' })
        .or(page.getByPlaceholder('Pages, manifests'))
        .fill('s');
    },
  },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'experiment-results', path: '/experiments/h2-for-all/results', narrow: true },
  { name: 'compare', path: '/compare', narrow: true },
  { name: 'views', path: '/views', narrow: true },
  { name: 'view', path: '/views/q1w2e3r4t5y6u7i8', narrow: true },
  { name: 'two-views', path: '/views/q1w2e3r4t5y6u7i8?beside=a1s2d3f4g5h6j7k8' },
  { name: 'view-table', path: '/views/q1w2e3r4t5y6u7i8?form=table' },
];
