// A crowd of visitors with the connection behaviour of Chromium. As a program:
//
//   node crowd.mjs --url URL [--protocol any|h1|h2] [--visitors N] [--pages N] [--think MS] [--cpu PERCENT] [--path PATH]…
//
// Each visitor loads some pages with their assets and leaves. The program prints one line of JSON that counts what all of them opened.
// A visitor
//   - lets ALPN choose the protocol with its first connection;
//   - over HTTP/1.1 has at most six connections, kept alive, the most recently used one first;
//   - over HTTP/2 has one connection;
//   - resumes TLS sessions with tickets, each used once, at most two kept;
//   - fetches an asset once in a visit: assets may be cached for a year;
//   - repeats a failed GET once, because the server may have closed the idle connection meanwhile (RFC 9110 9.2.2).
// HTTP/3 is absent, because Node.js has no QUIC.
import { connect as connectHttp2, constants } from 'node:http2';
import { Agent, request as requestHttp1 } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Chromium's limit for one host. */
const MAX_CONNECTIONS = 6;
const MAX_TICKETS = 2;
/** A page of more assets is not a page of the sample shop. */
const MAX_ASSETS = 200;
const TIMEOUT_MILLIS = 60_000;

const OFFERS = { any: ['h2', 'http/1.1'], h1: ['http/1.1'], h2: ['h2'] };

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 LychgateCrowd/1',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en',
};
const NAVIGATION = { ...BROWSER, accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
const SUBRESOURCE = { ...BROWSER, accept: '*/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' };

/** Counts of connections, requests and pages; `open` connections have an end that is not counted yet. */
export class Counts {
  connections = { h1: 0, h2: 0 };
  open = { h1: 0, h2: 0 };
  handshakes = { full: 0, resumed: 0, failed: 0 };
  requests = { h1: 0, h2: 0 };
  failedRequests = 0;
  pages = 0;
  visits = 0;
  bytes = 0;

  /** Returns a copy, as the start of a difference. */
  copy() {
    return structuredClone({ ...this });
  }
}

/** Bounds the processor time of this process: `turn` waits until the share since the start is below the limit. */
export class CpuBudget {
  #began = process.hrtime.bigint();
  #used = process.cpuUsage();
  #share;

  /** @param percent of one processor; 0 means without a limit */
  constructor(percent) {
    this.#share = percent / 100;
  }

  async turn(signal) {
    while (this.#share > 0 && this.#isSpent()) await pause(50, undefined, { signal });
  }

  #isSpent() {
    const used = process.cpuUsage(this.#used);
    const micros = Number(process.hrtime.bigint() - this.#began) / 1000;
    // A quiet time must not be saved up for a burst: at most the last ten seconds count.
    if (micros > 10_000_000) {
      this.#began = process.hrtime.bigint();
      this.#used = process.cpuUsage();
    }
    return used.user + used.system > this.#share * Math.max(micros, 1_000_000);
  }
}

/** One browser profile: its connections, tickets and cache. */
export class Visitor {
  #url;
  #offer;
  #counts;
  #tickets = [];
  #cache = new Set();
  #agent = null;
  #session = null;
  #connecting = null;
  #sockets = new Set();

  /** @param protocol `any`, `h1` or `h2`: what the visitor offers in ALPN */
  constructor(url, protocol, counts) {
    this.#url = new URL(url);
    this.#offer = OFFERS[protocol];
    this.#counts = counts;
  }

  /** Loads a page and those assets of it that are not cached. */
  async load(path) {
    const page = await this.#fetch(path, NAVIGATION);
    const found = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
    const styles = await this.#fetchAll(found);
    const fonts = styles.flatMap(({ text }) => [...text.matchAll(/url\(["']?(\/assets\/[^"')]+)/g)].map((match) => match[1]));
    await this.#fetchAll(fonts);
    this.#counts.pages++;
  }

  /** Closes all connections and waits until they are closed. The cache is empty afterwards; tickets are kept for a next visit. */
  async leave() {
    this.#counts.visits++;
    this.#cache.clear();
    const closed = [...this.#sockets].map((socket) => new Promise((done) => socket.once('close', done)));
    if (this.#session && !this.#session.destroyed) this.#session.close();
    // A socket that waits for its next request is not read, so it would not see the end of the other side; nor does it keep Node.js
    // running.
    for (const socket of this.#sockets) if (!this.#session) socket.ref().end().resume();
    await Promise.race([Promise.all(closed), pause(5000, undefined, { ref: false })]);
    for (const socket of this.#sockets) socket.destroy();
    this.#agent?.destroy();
    this.#agent = null;
    this.#session = null;
  }

  async #fetchAll(paths) {
    const wanted = [...new Set(paths)].filter((path) => !this.#cache.has(path)).slice(0, MAX_ASSETS);
    for (const path of wanted) this.#cache.add(path);
    return Promise.all(wanted.map((path) => this.#fetch(path, SUBRESOURCE)));
  }

  async #fetch(path, headers) {
    for (let tries = 1; ; tries++) {
      try {
        if (!this.#isConnected()) await this.#connect();
        return await (this.#session ? this.#fetchHttp2(path, headers) : this.#fetchHttp1(path, headers));
      } catch (e) {
        if (tries >= 2) {
          this.#counts.failedRequests++;
          throw e;
        }
      }
    }
  }

  /** A visitor whose connections were all closed begins anew, and so may meet another protocol. */
  #isConnected() {
    if (this.#sockets.size === 0) return false;
    return this.#agent !== null || (this.#session !== null && !this.#session.closed && !this.#session.destroyed);
  }

  /** Requests that find no connection wait for the same new one. */
  #connect() {
    this.#connecting ??= this.#connectFirst().finally(() => { this.#connecting = null; });
    return this.#connecting;
  }

  /** Opens the connection with which ALPN chooses the protocol of the visit. */
  async #connectFirst() {
    const socket = this.#open(this.#offer);
    await new Promise((done, failed) => socket.once('secureConnect', done).once('error', failed));
    if (socket.alpnProtocol === 'h2') {
      this.#agent?.destroy();
      this.#agent = null;
      this.#session = connectHttp2(this.#url, { createConnection: () => socket, settings: { enablePush: false } });
      this.#session.on('error', () => {});
      return;
    }
    let first = socket;
    this.#session = null;
    this.#agent?.destroy();
    this.#agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_CONNECTIONS, scheduling: 'lifo' });
    this.#agent.createConnection = () => {
      const next = first ?? this.#open(['http/1.1']);
      first = null;
      return next;
    };
  }

  #open(protocols) {
    const { hostname, port } = this.#url;
    const host = hostname.replace(/^\[|\]$/g, '');
    const counts = this.#counts;
    const socket = connectTls({
      host,
      port: Number(port || 443),
      // A name that is an address is not sent (RFC 6066 3).
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      ALPNProtocols: protocols,
      session: this.#tickets.pop(),
      // The crowd measures the gateway of the same operator, whose certificate may be self-signed.
      rejectUnauthorized: false,
    });
    this.#sockets.add(socket);
    let protocol = null;
    socket.on('session', (ticket) => {
      this.#tickets.push(ticket);
      if (this.#tickets.length > MAX_TICKETS) this.#tickets.shift();
    });
    socket.once('secureConnect', () => {
      protocol = socket.alpnProtocol === 'h2' ? 'h2' : 'h1';
      counts.connections[protocol]++;
      counts.open[protocol]++;
      counts.handshakes[socket.isSessionReused() ? 'resumed' : 'full']++;
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (protocol) counts.open[protocol]--;
      else counts.handshakes.failed++;
    });
    return socket;
  }

  #fetchHttp1(path, headers) {
    return new Promise((done, failed) => {
      const options = { agent: this.#agent, host: this.#url.hostname, port: this.#url.port || 443, path, headers: { ...headers, host: this.#url.host }, timeout: TIMEOUT_MILLIS };
      const request = requestHttp1(options, (response) => {
        this.#collect(response, 'h1', path, response.headers).then(done, failed);
      });
      request.on('timeout', () => request.destroy(new Error(`${path}: no response within ${TIMEOUT_MILLIS} ms`)));
      request.on('error', failed).end();
    });
  }

  #fetchHttp2(path, headers) {
    return new Promise((done, failed) => {
      const stream = this.#session.request({ ...headers, ':path': path, ':scheme': 'https', ':authority': this.#url.host });
      stream.setTimeout(TIMEOUT_MILLIS, () => stream.close(constants.NGHTTP2_CANCEL));
      stream.on('error', failed);
      const closed = () => failed(new Error(`${path}: stream closed before its response`));
      stream.once('close', closed);
      stream.once('response', (fields) => {
        stream.off('close', closed);
        this.#collect(stream, 'h2', path, fields).then(done, failed);
      });
    });
  }

  /** Reads the body; keeps it only if it names further assets. */
  async #collect(stream, protocol, path, fields) {
    const isText = /text\/(html|css)/.test(fields['content-type'] ?? '');
    const parts = [];
    for await (const part of stream) {
      this.#counts.bytes += part.length;
      if (isText) parts.push(part);
    }
    this.#counts.requests[protocol]++;
    return { text: isText ? decoded(path, Buffer.concat(parts), fields['content-encoding']) : '' };
  }
}

/** Texts of assets by their path: their names contain a hash of their content, so each is decoded once. */
const texts = new Map();

function decoded(path, body, coding) {
  const known = texts.get(path);
  if (known !== undefined) return known;
  const text = String(coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body);
  if (path.startsWith('/assets/') && texts.size < MAX_ASSETS) texts.set(path, text);
  return text;
}

/** Returns numbers of [0, 1) that are the same for the same seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * One visit: some pages with think times of half to one and a half times the mean, then the end of all connections.
 *
 * @param options `paths`, `pages` of the visit, `think` in milliseconds, `random`, `budget`, `signal`
 */
export async function visit(visitor, { paths, pages, think, random, budget, signal }) {
  try {
    for (let page = 0; page < pages; page++) {
      if (page > 0 && think > 0) await pause(think * (0.5 + random()), undefined, { signal });
      await budget.turn(signal);
      await visitor.load(paths[Math.floor(random() * paths.length)]);
    }
  } finally {
    await visitor.leave();
  }
}

/** Sends each visitor once and returns the counts. Rejects if a page cannot be loaded. */
export async function send({ url, protocol = 'any', visitors = 1, pages = 1, think = 0, cpu = 0, paths = ['/'] }) {
  const counts = new Counts();
  const budget = new CpuBudget(cpu);
  const visits = Array.from({ length: visitors }, (_, number) => visit(new Visitor(url, protocol, counts), { paths, pages, think, random: randomFrom(number), budget }));
  const failed = (await Promise.allSettled(visits)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return counts;
}

/** Returns a whole number of an option, or ends the program with a message. */
export function whole(name, text, min, max) {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  console.error(`crowd: --${name}: ${text} (expected: a whole number of ${min} to ${max})`);
  return process.exit(2);
}

async function main() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' }, protocol: { type: 'string', default: 'any' }, visitors: { type: 'string', default: '1' },
      pages: { type: 'string', default: '1' }, think: { type: 'string', default: '0' }, cpu: { type: 'string', default: '0' },
      path: { type: 'string', multiple: true, default: ['/'] },
    },
  });
  if (!values.url || !(values.protocol in OFFERS)) {
    console.error('crowd: usage: crowd.mjs --url URL [--protocol any|h1|h2] [--visitors N] [--pages N] [--think MS] [--cpu PERCENT] [--path PATH]…');
    process.exit(2);
  }
  const counts = await send({
    url: values.url,
    protocol: values.protocol,
    visitors: whole('visitors', values.visitors, 1, 10_000),
    pages: whole('pages', values.pages, 1, 1_000_000),
    think: whole('think', values.think, 0, 3_600_000),
    cpu: whole('cpu', values.cpu, 0, 100),
    paths: values.path,
  });
  console.log(JSON.stringify(counts));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((e) => {
    console.error(`crowd: ${e.message}`);
    process.exit(1);
  });
}
