// Tests of the crowd against a server of Node.js that counts by itself.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { send } from './crowd.mjs';

const FILES = {
  '/': ['text/html', `<link href="/assets/a.css">${Array.from({ length: 9 }, (_, i) => `<img src="/assets/${i}.png">`).join('')}`],
  '/assets/a.css': ['text/css', '@font-face { src: url("/assets/f.woff2") }'],
};
/** The page, its style sheet, nine pictures, and the font that the style sheet names. */
const REQUESTS_OF_A_PAGE = 12;
const paths = ['/'];
let directory;
let server;
let url;
let seen;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lychgate-crowd-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true });
  server.on('secureConnection', (socket) => {
    seen.connections[socket.alpnProtocol]++;
    seen.open++;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    if (socket.isSessionReused()) seen.resumed++;
    socket.once('close', () => seen.open--);
  });
  server.on('request', (request, response) => {
    seen.requests++;
    const [type, text] = FILES[request.url] ?? ['image/png', 'x'];
    if (request.url === '/broken') return response.destroy();
    // Some time, so that all connections of a browser are used.
    return setTimeout(() => response.writeHead(200, { 'content-type': type }).end(text), 10);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  url = `https://127.0.0.1:${server.address().port}`;
});

beforeEach(() => { seen = { connections: { h2: 0, 'http/1.1': 0 }, open: 0, mostOpen: 0, resumed: 0, requests: 0 }; });

after(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

test('a visitor over HTTP/1.1 opens six connections and keeps them alive', async () => {
  const counts = await send({ url, protocol: 'h1', visitors: 1, pages: 3, paths });

  assert.deepEqual(seen.connections, { h2: 0, 'http/1.1': 6 });
  assert.equal(seen.mostOpen, 6);
  assert.equal(counts.connections.h1, 6);
  assert.equal(counts.open.h1, 0);
  // Assets of the first page are in the cache.
  assert.equal(seen.requests, REQUESTS_OF_A_PAGE + 2);
  assert.equal(counts.requests.h1, seen.requests);
});

test('a visitor over HTTP/2 opens one connection', async () => {
  const counts = await send({ url, protocol: 'h2', visitors: 5, pages: 2, paths });

  assert.deepEqual(seen.connections, { h2: 5, 'http/1.1': 0 });
  assert.deepEqual(counts.connections, { h1: 0, h2: 5 });
  assert.equal(counts.requests.h2, seen.requests);
  assert.equal(counts.pages, 10);
});

test('ALPN of the server chooses the protocol', async () => {
  assert.equal((await send({ url, visitors: 1, paths })).connections.h2, 1);
});

test('later connections resume the session with the tickets of the first one', async () => {
  const counts = await send({ url, protocol: 'h1', visitors: 1, pages: 1, paths });

  assert.equal(counts.handshakes.resumed, seen.resumed);
  assert.equal(counts.handshakes.resumed, 2);
  assert.equal(counts.handshakes.full, 4);
});

test('a response that breaks off fails the visit after one repetition', async () => {
  await assert.rejects(send({ url, protocol: 'h1', visitors: 1, paths: ['/broken'] }));
  assert.equal(seen.requests, 2);
});

test('the program prints its counts', async () => {
  const program = spawn('node', [fileURLToPath(new URL('crowd.mjs', import.meta.url)), '--url', url, '--protocol', 'h1', '--visitors', '2', '--pages', '1']);
  let text = '';
  program.stdout.on('data', (part) => { text += part; });
  assert.equal(await new Promise((done) => program.once('close', done)), 0);

  const counts = JSON.parse(text);
  assert.equal(counts.connections.h1, 12);
  assert.equal(counts.requests.h1, seen.requests);
});

test('the processor time is bounded', async () => {
  const began = process.hrtime.bigint();
  const before = process.cpuUsage();
  await send({ url, protocol: 'h2', visitors: 20, pages: 60, cpu: 20, paths });
  const { user, system } = process.cpuUsage(before);
  const elapsed = Number(process.hrtime.bigint() - began) / 1000;

  // Server and crowd are one process here. The first second may be a burst, and pages that have begun are completed.
  assert.ok(user + system < 0.2 * elapsed + 250_000, `${user + system} µs of ${elapsed} µs`);
});
