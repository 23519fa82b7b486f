// Builds dist/: assets under hashed names with .br and .gz twins, the map from plain to hashed names, and a push manifest.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { articles, products } from './shop.mjs';
import { paint } from './pictures.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, 'node_modules');
const out = join(here, 'dist.new');
const assets = {};

const read = (path) => readFileSync(join(modules, path));

/** Writes public/assets/NAME.HASH.EXT, and its compressed twins if it is text. */
function write(name, bytes) {
  const extension = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  const path = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`;
  const file = join(out, 'public', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (['.css', '.js', '.svg'].includes(extension)) {
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }
  assets[name] = path;
}

/** Writes a style sheet with hashed names in place of its relative font addresses. */
function writeStyle(name, text) {
  write(name, Buffer.from(text.replace(/url\(["']?([^"')?#]+)[^)]*\)/g, (whole, path) => {
    const hashed = assets[path.split('/').pop()];
    return hashed ? `url(${hashed})` : whole;
  })));
}

function font(family, weight, file) {
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${file}) format("woff2")}`;
}

rmSync(out, { recursive: true, force: true });
write('bootstrap-icons.woff2', read('bootstrap-icons/font/fonts/bootstrap-icons.woff2'));
write('inter-400.woff2', read('@fontsource/inter/files/inter-latin-400-normal.woff2'));
write('inter-600.woff2', read('@fontsource/inter/files/inter-latin-600-normal.woff2'));
write('fraunces-600.woff2', read('@fontsource/fraunces/files/fraunces-latin-600-normal.woff2'));
write('jquery.js', read('jquery/dist/jquery.min.js'));
write('bootstrap.js', Buffer.from(String(read('bootstrap/dist/js/bootstrap.bundle.min.js')).replace(/\/\/# sourceMappingURL=.*/, '')));
write('bootstrap.css', Buffer.from(String(read('bootstrap/dist/css/bootstrap.min.css')).replace(/\/\*# sourceMappingURL=.*/, '')));
writeStyle('icons.css', String(read('bootstrap-icons/font/bootstrap-icons.min.css')).replace(/,\s*url\([^)]*\.woff\?[^)]*\) format\("woff"\)/g, ''));
writeStyle('site.css', [
  font('Inter', 400, 'inter-400.woff2'), font('Inter', 600, 'inter-600.woff2'), font('Fraunces', 600, 'fraunces-600.woff2'),
  String(readFileSync(join(here, 'site/site.css'))),
].join('\n'));
write('site.js', readFileSync(join(here, 'site/site.js')));
write('icon.svg', readFileSync(join(here, 'site/icon.svg')));

for (const name of ['home', 'catalogue']) write(`${name}-hero.jpg`, paint(`${name}-hero`, 1600, 640, 66));
for (const { slug } of products) {
  write(`${slug}.jpg`, paint(slug, 560, 420, 66, { hasLantern: true }));
  write(`${slug}-large.jpg`, paint(`${slug}-large`, 1280, 800, 66, { hasLantern: true }));
}
for (const { slug } of articles) {
  write(`${slug}-hero.jpg`, paint(`${slug}-hero`, 1600, 640, 66));
  for (const part of [1, 2]) write(`${slug}-${part}.jpg`, paint(`${slug}-${part}`, 1100, 620, 60));
}

/** Assets that every page needs before it can paint: the first tier. */
const first = [
  ['bootstrap.css', 'style'], ['icons.css', 'style'], ['site.css', 'style'], ['jquery.js', 'script'], ['bootstrap.js', 'script'],
  ['site.js', 'script'], ['inter-400.woff2', 'font'], ['fraunces-600.woff2', 'font'],
];
/** Pictures and icons: the second tier, for a visitor who has the first tier already. */
const second = (...names) => [['bootstrap-icons.woff2', 'font'], ['inter-600.woff2', 'font'], ...names.map((name) => [name, 'image'])];

function rule(match, tier2) {
  const line = (tier) => ([name, as]) =>
    `      - { url: ${assets[name]}, as: ${as}${as === 'font' ? ', crossorigin: anonymous, type: font/woff2' : ''}${tier > 1 ? `, tier: ${tier}` : ''} }`;
  return [`  - match: ${match}`, '    assets:', ...first.map(line(1)), ...tier2.map(line(2))].join('\n');
}

writeFileSync(join(out, 'shop.yaml'), [
  '# Assets that the pages of the sample shop need. The names contain a hash of the content: a new build makes a new manifest.',
  'rules:',
  rule('{ path: "/" }', second('home-hero.jpg', ...products.slice(0, 4).map((p) => `${p.slug}.jpg`))),
  rule('{ path: "/catalogue" }', second('catalogue-hero.jpg', ...products.slice(0, 8).map((p) => `${p.slug}.jpg`))),
  ...products.map((p) => rule(`{ path: "/product/${p.slug}" }`, second(`${p.slug}-large.jpg`))),
  ...articles.map((a) => rule(`{ path: "/journal/${a.slug}" }`, second(`${a.slug}-hero.jpg`))),
  '',
].join('\n'));
writeFileSync(join(out, 'assets.json'), `${JSON.stringify(assets, null, 2)}\n`);
cpSync(join(here, 'site/robots.txt'), join(out, 'public/robots.txt'));
// One rename at the end: an interrupted build leaves the last complete one in place.
rmSync(join(here, 'dist'), { recursive: true, force: true });
renameSync(out, join(here, 'dist'));
