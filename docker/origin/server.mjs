// The sample shop's application server: HTTP/1.1 with keep-alive, pages after a settable think time, and failures on request.
// PORT, HOST, THINK_MS; with EXIT_WITH_PARENT it ends when its standard input does.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as pages from './pages.mjs';
import { products } from './shop.mjs';

const assetsFile = join(dirname(fileURLToPath(import.meta.url)), 'dist/assets.json');
if (!existsSync(assetsFile)) {
  console.error(`origin: ${assetsFile} not found (expected: a built site, npm run build)`);
  process.exit(1);
}
const assets = JSON.parse(readFileSync(assetsFile, 'utf8'));
const asset = (name) => assets[name] ?? `/assets/${name}`;
const preload = (name, as) => `<${asset(name)}>; rel=preload; as=${as}`;
const MAX_FORM_BYTES = 64 * 1024;
const MAX_WAIT_MILLIS = 600_000;

let thinkMillis = millis(process.env.THINK_MS, 120);

/** Returns a whole number of milliseconds, or the fallback for any other text. */
function millis(text, fallback) {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= 0 && value <= MAX_WAIT_MILLIS ? value : fallback;
}

function sendHtml(response, html, { status = 200, headers = {} } = {}) {
  const body = Buffer.from(html);
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', 'content-length': body.length, ...headers });
  response.end(body);
}

function sendJson(response, value, status = 200) {
  const body = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', 'content-length': body.length });
  response.end(body);
}

/** Returns the body as text. If it is too long for a form, sends a 413 and returns null. */
async function formText(request, response) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= MAX_FORM_BYTES) parts.push(part);
  }
  if (size <= MAX_FORM_BYTES) return Buffer.concat(parts).toString('utf8');
  sendJson(response, { problem: `body: ${size} bytes (expected: ${MAX_FORM_BYTES} at most)` }, 413);
  return null;
}

/** Returns the basket, which is stored in a cookie: "slug.count~slug.count". */
function basketOf(request) {
  const text = /(?:^|;\s*)basket=([a-z0-9.~-]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  return text.split('~').flatMap((pair) => {
    const [slug, count] = pair.split('.');
    const item = products.find((p) => p.slug === slug);
    return item && Number(count) > 0 ? [{ item, count: Math.min(99, Number(count)) }] : [];
  });
}

async function think(url) {
  const wait = millis(url.searchParams.get('think'), thinkMillis);
  if (wait > 0) await pause(wait);
}

const routes = {
  'GET /': async (_, response, url) => { await think(url); sendHtml(response, pages.home(asset)); },
  'GET /catalogue': async (_, response, url) => { await think(url); sendHtml(response, pages.catalogue(asset)); },
  'GET /lab': async (_, response, url) => { await think(url); sendHtml(response, pages.lab(asset, thinkMillis)); },
  'GET /cart': async (request, response, url) => { await think(url); sendHtml(response, pages.cart(asset, basketOf(request))); },
  'POST /cart': addToCart,
  'GET /think': (_, response) => sendJson(response, { thinkMillis }),
  'POST /think': setThink,
  'POST /echo': echo,
  'GET /stream': stream,
  'POST /upload': upload,
  'PUT /upload': upload,
  'GET /links': async (_, response, url) => {
    await think(url);
    const link = [preload('bootstrap.css', 'style'), preload('site.css', 'style'), `${preload('site.js', 'script')}; nopush`];
    sendHtml(response, pages.home(asset), { headers: { link } });
  },
  'GET /early': async (_, response, url) => {
    response.writeEarlyHints({ link: [preload('bootstrap.css', 'style'), preload('icons.css', 'style')] });
    await think(url);
    sendHtml(response, pages.catalogue(asset));
  },
  'GET /slow': async (_, response, url) => {
    await pause(millis(url.searchParams.get('ms'), 90_000));
    sendJson(response, { waited: true });
  },
  'GET /fail': fail,
  'GET /health': (_, response) => sendJson(response, { healthy: true }),
};

async function addToCart(request, response) {
  const text = await formText(request, response);
  if (text === null) return;
  const form = new URLSearchParams(text);
  const item = products.find((p) => p.slug === form.get('slug'));
  if (!item) return sendJson(response, { problem: 'slug: unknown (expected: one of the catalogue)' }, 400);
  const lines = basketOf(request).filter((line) => line.item !== item);
  lines.push({ item, count: Math.max(1, Math.min(99, Number(form.get('count')) || 1)) });
  const cookie = lines.map((line) => `${line.item.slug}.${line.count}`).join('~');
  response.writeHead(303, { location: '/cart', 'set-cookie': `basket=${cookie}; Path=/; HttpOnly; SameSite=Lax; Secure`, 'content-length': 0 });
  response.end();
}

async function setThink(request, response, url) {
  const text = await formText(request, response);
  if (text === null) return;
  const wanted = url.searchParams.get('ms') ?? new URLSearchParams(text).get('ms');
  const value = millis(wanted, -1);
  if (value < 0) return sendJson(response, { problem: `ms: ${wanted} (expected: 0 to ${MAX_WAIT_MILLIS})` }, 400);
  thinkMillis = value;
  sendJson(response, { thinkMillis });
}

async function echo(request, response) {
  const body = await formText(request, response);
  if (body === null) return;
  sendJson(response, { method: request.method, target: request.url, headers: request.headers, form: Object.fromEntries(new URLSearchParams(body)), body });
}

async function upload(request, response) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    hash.update(part);
  }
  sendJson(response, { bytes, sha256: hash.digest('hex'), contentType: request.headers['content-type'] ?? null });
}

async function stream(_, response, url) {
  const lines = Math.min(10_000, Number(url.searchParams.get('lines')) || 10);
  const wait = millis(url.searchParams.get('ms'), 200);
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  for (let line = 1; line <= lines && !response.destroyed; line++) {
    response.write(`line ${line} of ${lines}\n`);
    await pause(wait);
  }
  response.end();
}

function fail(request, response, url) {
  const how = url.searchParams.get('how') ?? 'status';
  const { socket } = request;
  if (how === 'reset') socket.resetAndDestroy();
  else if (how === 'garbage') socket.end('this is not HTTP\r\n\r\n');
  else if (how === 'cut') {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100_000 });
    response.write('the beginning of a long response\n', () => socket.destroy());
  } else sendJson(response, { problem: 'the application failed, as requested' }, 500);
}

async function respond(request, response) {
  if (!URL.canParse(request.url, 'http://origin')) return sendJson(response, { problem: `target: ${request.url} (expected: a path)` }, 400);
  const url = new URL(request.url, 'http://origin');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = routes[`${method} ${url.pathname}`];
  if (route) return route(request, response, url);
  request.resume();
  if (method !== 'GET') return sendJson(response, { problem: `${request.method} ${url.pathname}: not here` }, 404);
  await think(url);
  const [, kind, slug] = url.pathname.split('/');
  const html = { product: pages.product, journal: pages.article }[kind]?.(asset, slug) ?? null;
  return html ? sendHtml(response, html) : sendHtml(response, pages.missing(asset, url.pathname), { status: 404 });
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    if (!request.destroyed) console.error(`origin: ${request.method} ${request.url}: ${error.message}`);
    response.destroy();
  });
});
// Longer than the gateway's idle timeout: otherwise one end could use a connection while the other closes it.
server.keepAliveTimeout = 120_000;
server.requestTimeout = 0;
server.on('error', (error) => {
  console.error(`origin: ${error.message}`);
  process.exit(1);
});
server.listen(Number(process.env.PORT ?? 3080), process.env.HOST ?? '127.0.0.1');

if (process.env.EXIT_WITH_PARENT) {
  // The pipe closes when the gateway ends in any way. Ctrl-C reaches both processes: the gateway drains first.
  process.stdin.resume().on('end', () => process.exit(0));
  process.on('SIGINT', () => {});
  // A closed terminal signals both processes, too, and would only make the gateway reload.
  process.on('SIGHUP', () => process.kill(process.ppid, 'SIGTERM'));
} else {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
}
