// Builds the script of the real-user timings into the resources of the gateway; with --check it only compares. The gateway needs no
// Node.js for it, so the result is part of the sources.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Bytes after gzip. Pages of others load this script, so it must stay smaller than what it measures. */
const BUDGET = 4096;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const target = resolve(root, '../gateway/src/main/resources/timing/timings.js');
const check = process.argv.includes('--check');

const result = await build({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  build: {
    write: false,
    target: 'es2022',
    minify: true,
    modulePreload: false,
    lib: { entry: join(root, 'timings/timings.ts'), formats: ['iife'], name: 'lychgateTimings' },
  },
});
const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => each.output);
const code = outputs.find((each) => each.type === 'chunk').code.trim();
// Chromium then compiles all functions on another thread while the script arrives, and not one by one on the main thread. The line
// must be the first one (https://v8.dev/blog/explicit-compile-hints).
const hint = '//# allFunctionsCalledOnLoad';
const text = `${hint}\n/* Lychgate, with web-vitals (Copyright Google LLC, Apache-2.0) */\n${code}\n`;
const bytes = gzipSync(text, { level: 9 }).length;
console.log(`timings.js: ${bytes} of ${BUDGET} bytes gz`);
if (bytes > BUDGET) {
  console.error('timings.js: too large (expected: within the budget)');
  process.exit(1);
}
if (!check) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
} else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'gateway/src/main/resources/timing/timings.js: stale (expected: run `npm run timings`)',
  );
  process.exit(1);
}
