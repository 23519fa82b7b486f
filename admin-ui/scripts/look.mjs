// Walks through every screen of the built UI under its real policy, against the fake gateway: takes pictures
// (target/look/), runs axe on each, and fails on any violation, page error or breach of the policy.
//   npm run build && npm run look [-- part-of-a-name]        CHROMIUM=/path/to/chromium
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { screens } from './screens.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, 'target/look');
const only = process.argv[2] ?? '';
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

mkdirSync(out, { recursive: true });
const server = await preview({ root, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
const base = `http://127.0.0.1:${server.httpServer.address().port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

let failures = 0;
const fail = (name, text) => {
  failures += 1;
  console.error(`${name}: ${text}`);
};

/** Waits until there has been no placeholder for a while, as one may follow another. */
async function loaded(page) {
  let calm = 0;
  for (let round = 0; calm < 4 && round < 150; round += 1) {
    await page.waitForTimeout(150);
    calm = (await page.locator('.mantine-Skeleton-root').count()) === 0 ? calm + 1 : 0;
  }
}

async function look(screen, scheme, size) {
  const name = `${screen.name}-${scheme}${size.width < 600 ? '-narrow' : ''}`;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(25000);
  page.on('pageerror', (error) => fail(name, `page error: ${error.message}`));
  page.on('console', (message) => {
    const isExpected = /Failed to load resource.*\b(4\d\d)\b/.test(message.text());
    if (message.type() === 'error' && !isExpected) fail(name, `console: ${message.text()}`);
  });
  await page.request.post(`${base}/api/fakes/reset?${screen.state ?? 'signed-in'}`);
  await page.goto(base + screen.path);
  await screen
    .act?.(page)
    .catch((error) => fail(name, `not reached: ${error.message.split('\n')[0]}`));
  await loaded(page);
  if (screen.media) await page.emulateMedia({ media: screen.media, colorScheme: scheme });
  await page.waitForTimeout(screen.settle ?? 700);
  await page.screenshot({ path: join(out, `${name}.png`), fullPage: screen.fullPage ?? true });
  // Through the protocol, not as an inline script, which the policy forbids.
  await page.evaluate(axeSource);
  const result = await page.evaluate(
    (tags) => window.axe.run(document, { runOnly: { type: 'tag', values: tags } }),
    TAGS,
  );
  for (const violation of result.violations) {
    const places = violation.nodes
      .slice(0, 4)
      .map(
        (node) => `\n    ${node.target.join(' ')} — ${node.failureSummary?.split('\n')[1]?.trim()}`,
      );
    fail(name, `axe ${violation.id}: ${violation.help}${places.join('')}`);
  }
  await context.close();
}

const wide = { width: 1280, height: 860 };
const narrow = { width: 390, height: 844 };
for (const screen of screens.filter(({ name }) => name.includes(only))) {
  await look(screen, 'light', wide);
  await look(screen, 'dark', wide);
  if (screen.narrow) await look(screen, 'light', narrow);
  console.log(`looked at ${screen.name}`);
}
await browser.close();
await server.close();
console.log(failures === 0 ? 'no violation' : `violations: ${failures} (expected: 0)`);
process.exit(failures === 0 ? 0 : 1);
