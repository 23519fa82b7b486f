// Writes .br and .gz twins of vite's output and checks the size budget.
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, 'target/classes/lychgate/ui');

/** Limits in KiB after gzip: measured sizes with some reserve. Raise them deliberately. */
const BUDGET = { initialJs: 165, frame: 195, css: 25, route: 45, editor: 225, total: 660 };
/** What the frame loads once it is on the screen: every page but the first one finds it loaded. */
const MENUS = ['src/frame/SchemeMenu.tsx', 'src/frame/UserMenu.tsx'];
/** The page outside of the frame. */
const SIGN_IN = 'src/pages/sign-in/SignInPage.tsx';
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map']);

const manifestFile = join(root, 'target/vite-manifest.json');
renameSync(join(out, 'vite-manifest.json'), manifestFile);
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

const gzipBytes = new Map();
for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.has(extname(entry.name))) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const content = readFileSync(file);
  const gz = gzipSync(content, { level: 9 });
  gzipBytes.set(relative(out, file).replaceAll('\\', '/'), gz.length);
  // A twin of a file below one packet saves nothing.
  if (statSync(file).size < 1000) continue;
  writeFileSync(`${file}.gz`, gz);
  const br = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  writeFileSync(`${file}.br`, br);
}

const sizeOf = (file) => gzipBytes.get(file) ?? 0;
const sum = (files) => [...files].reduce((bytes, file) => bytes + sizeOf(file), 0);

/** Returns every file that a chunk needs before it can run, itself included. */
function needs(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const imported of chunk.imports ?? []) needs(imported, seen);
  return seen;
}

const js = (files) => [...files].filter((file) => file.endsWith('.js'));
const css = (files) => [...files].filter((file) => file.endsWith('.css'));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const initial = needs(entry);
const frame = new Set(initial);
for (const menu of MENUS) needs(menu, frame);
const rows = [
  ['initial JS', sum(js(initial)), BUDGET.initialJs],
  ['the frame with its menus', sum(js(frame)), BUDGET.frame],
  ['initial CSS', sum(css(initial)), BUDGET.css],
];
for (const key of Object.keys(manifest).filter((each) => manifest[each].isDynamicEntry)) {
  if (MENUS.includes(key)) continue;
  const before = key === SIGN_IN ? initial : frame;
  const own = js(needs(key)).filter((file) => !before.has(file));
  const isEditor = key.includes('parts/editor/');
  rows.push([key.replace(/^src\//, ''), sum(own), isEditor ? BUDGET.editor : BUDGET.route]);
}
rows.push(['everything', sum(gzipBytes.keys()), BUDGET.total]);

let over = 0;
for (const [name, bytes, limit] of rows) {
  const kib = bytes / 1024;
  if (kib > limit) over += 1;
  console.log(
    `${kib > limit ? 'OVER ' : '     '}${name.padEnd(44)} ${kib.toFixed(1).padStart(7)} of ${limit} KiB gz`,
  );
}
if (over > 0) {
  console.error(`size budget: ${over} over (expected: 0)`);
  process.exit(1);
}
