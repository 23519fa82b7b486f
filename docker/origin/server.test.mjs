// Tests of the sample shop over real sockets: the gateway's demo and smoke test rely on it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
let base;
let server;

/** Returns a port that was free a moment ago. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => probe.once('listening', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

async function awaitHealth() {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(20)) {
    if (await fetch(`${base}/health`).then((r) => r.ok, () => false)) return;
  }
  assert.fail('the server did not become healthy within 10 s');
}

before(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  server = spawn('node', [here('server.mjs')], { env: { ...process.env, PORT: port, THINK_MS: '0', EXIT_WITH_PARENT: '1' }, stdio: ['pipe', 'inherit', 'inherit'] });
  await awaitHealth();
});

after(() => server.kill('SIGTERM'));

for (const path of ['/', '/catalogue', '/product/gate-lamp', '/journal/what-a-lychgate-is', '/lab', '/cart']) {
  test(`${path} names only built assets`, async () => {
    const response = await fetch(base + path);
    const named = [...(await response.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);

    assert.equal(response.status, 200);
    assert.ok(named.length > 5);
    assert.deepEqual(named.filter((asset) => !existsSync(here(`dist/public${asset}`))), []);
  });
}

test('the think time can be set at run time', async () => {
  const before = await fetch(`${base}/think`, { method: 'POST', body: new URLSearchParams({ ms: '7' }) });
  assert.deepEqual(await before.json(), { thinkMillis: 7 });

  const refused = await fetch(`${base}/think?ms=soon`, { method: 'POST' });
  assert.equal(refused.status, 400);
  assert.deepEqual(await (await fetch(`${base}/think`)).json(), { thinkMillis: 7 });
});

test('the basket is kept in a cookie', async () => {
  const added = await fetch(`${base}/cart`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ slug: 'gate-lamp', count: '2' }) });
  assert.equal(added.status, 303);

  const [cookie] = added.headers.get('set-cookie').split(';');
  assert.match(await (await fetch(`${base}/cart`, { headers: { cookie } })).text(), /Gate lamp<\/td><td>2</);
});

test('an upload is counted and hashed', async () => {
  const response = await (await fetch(`${base}/upload`, { method: 'PUT', body: Buffer.alloc(1_000_000) })).json();
  assert.equal(response.bytes, 1_000_000);
});

test('text from a request is escaped in a page', async () => {
  const html = await (await fetch(`${base}/%3Cscript%3E"`)).text();
  assert.ok(!html.includes('"</code>'));
});

test('the 103 of the application precedes the page', async () => {
  const seen = await new Promise((done, failed) => {
    const links = [];
    request(`${base}/early`, (response) => response.resume().on('end', () => done({ links, status: response.statusCode })))
      .on('information', (info) => links.push(info.headers.link)).on('error', failed).end();
  });
  assert.equal(seen.status, 200);
  assert.match(seen.links[0], /rel=preload; as=style/);
});

for (const how of ['reset', 'garbage', 'cut']) {
  test(`/fail?how=${how} breaks the connection`, async () => {
    await assert.rejects(async () => (await fetch(`${base}/fail?how=${how}`)).text());
  });
}

test('it ends with its parent', async () => {
  const port = await freePort();
  const child = spawn('node', [here('server.mjs')], { env: { ...process.env, PORT: port, EXIT_WITH_PARENT: '1' }, stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin.end();
  assert.equal(await ended, 0);
});
