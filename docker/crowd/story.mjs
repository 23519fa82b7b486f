// The story of `lychgate demo --story h2`: a crowd visits the sample shop over HTTP/1.1; after a while HTTP/2 and HTTP/3 are enabled
// in the gateway's configuration, and the crowd's connections fall. Ends when its standard input does, so with the demo.
//
//   node story.mjs --url URL --config FILE [--savings URL] [--after SECONDS] [--visitors N] [--think MS] [--path PATH]…
import { setMaxListeners } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Counts, CpuBudget, randomFrom, visit, Visitor, whole } from './crowd.mjs';

/** Limit of the crowd's processor time, in percent of one processor. The gateway and the shop are not part of it. */
const CPU_PERCENT = 20;
const PAGES_OF_A_VISIT = 4;
/** The report of the Savings screen compares about as much time after the change as before it, but not a few seconds. */
const MIN_SECONDS_AFTER = 60;
const OLD = 'protocols: [http/1.1]';
const NEW = 'protocols: [h3, h2, http/1.1]';
const SHOP = ['/', '/catalogue', '/product/gate-lamp', '/product/storm-glass', '/journal/what-a-lychgate-is', '/journal/light-before-the-door'];

const { values } = parseArgs({
  options: {
    url: { type: 'string' }, config: { type: 'string' }, savings: { type: 'string', default: '' }, after: { type: 'string', default: '120' },
    visitors: { type: 'string', default: '12' }, think: { type: 'string', default: '3000' }, path: { type: 'string', multiple: true, default: SHOP },
  },
});
if (!values.url || !values.config) {
  console.error('story: usage: story.mjs --url URL --config FILE [--savings URL] [--after SECONDS] [--visitors N] [--think MS] [--path PATH]…');
  process.exit(2);
}
const after = whole('after', values.after, 1, 86_400);
const visitors = whole('visitors', values.visitors, 1, 200);
const think = whole('think', values.think, 0, 600_000);

const ending = new AbortController();
// Each visitor listens.
setMaxListeners(0, ending.signal);
process.stdin.resume().on('end', () => ending.abort()).on('error', () => ending.abort());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort());

const counts = new Counts();
const budget = new CpuBudget(CPU_PERCENT);
let began = 0;

/** Prints a line with the time since the first visit. */
function say(text) {
  const seconds = Math.floor((Date.now() - began) / 1000);
  const two = (number) => String(number).padStart(2, '0');
  console.log(`  ${two(Math.floor(seconds / 60))}:${two(seconds % 60)}  ${text}`);
}

const at = (seconds) => pause(Math.max(0, began + seconds * 1000 - Date.now()), undefined, { signal: ending.signal });

/** One visitor after the other in one place of the crowd. One in four comes back with the tickets of the visit before. */
async function fillPlace(place) {
  const random = randomFrom(place + 1);
  await pause(random() * think, undefined, { signal: ending.signal });
  for (let visitor = new Visitor(values.url, 'any', counts); !ending.signal.aborted;) {
    await visit(visitor, { paths: values.path, pages: PAGES_OF_A_VISIT, think, random, budget, signal: ending.signal })
      // The gateway may be restarting: the next visitor comes a second later.
      .catch(() => pause(1000, undefined, { signal: ending.signal }));
    if (random() >= 0.25) visitor = new Visitor(values.url, 'any', counts);
    await pause(think * random(), undefined, { signal: ending.signal });
  }
}

function difference(from, to) {
  const all = (each) => Object.values(each).reduce((sum, value) => sum + value, 0);
  const pages = to.pages - from.pages;
  const connections = all(to.connections) - all(from.connections);
  const requests = all(to.requests) - all(from.requests);
  return { pages, connections, requests, perPage: connections / pages, perConnection: requests / connections };
}

const ratio = (number) => (Number.isFinite(number) ? number.toFixed(2) : 'no');

function describe({ pages, connections, requests, perPage, perConnection }) {
  return `${pages} pages, ${requests} requests, ${connections} connections: ${ratio(perPage)} per page, ${ratio(perConnection)} requests each`;
}

/** Replaces the line of the listener's protocols. Whole or not at all, because the gateway watches the file. */
function enableHttp2() {
  const text = readFileSync(values.config, 'utf8');
  if (!text.includes(OLD)) throw new Error(`${values.config}: no line "${OLD}" (expected: the configuration of the story)`);
  writeFileSync(`${values.config}.new`, text.replace(OLD, NEW));
  renameSync(`${values.config}.new`, values.config);
}

async function awaitPage() {
  for (;;) {
    const probe = new Visitor(values.url, 'any', new Counts());
    const loaded = await probe.load('/').then(() => true, () => false);
    await probe.leave();
    if (loaded) return;
    await pause(250, undefined, { signal: ending.signal });
  }
}

async function run() {
  const clock = (seconds) => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  say(`${visitors} visitors over HTTP/1.1, six connections each; at most ${CPU_PERCENT} % of a processor. HTTP/2 follows at ${clock(after)}`);
  const places = Array.from({ length: visitors }, (_, place) => fillPlace(place));
  const chapters = (async () => {
    for (const part of [0.5, 1]) {
      await at(after * part);
      say(`${counts.open.h1} connections open; ${describe(difference(new Counts(), counts))}`);
    }
    const before = counts.copy();
    enableHttp2();
    say(`HTTP/2 and HTTP/3 enabled in ${values.config}`);
    while (counts.connections.h2 === 0) await pause(50, undefined, { signal: ending.signal });
    say('the first connection over HTTP/2; visits that have begun may end over HTTP/1.1');
    for (let quiet = 0; quiet < 20; quiet = counts.open.h1 > 0 ? 0 : quiet + 1) await pause(50, undefined, { signal: ending.signal });
    say('all connections are HTTP/2');
    const changed = counts.copy();
    await at(Math.max(2 * after, (Date.now() - began) / 1000 + Math.min(after, MIN_SECONDS_AFTER)));
    say(`before: ${describe(difference(new Counts(), before))}`);
    say(`after:  ${describe(difference(changed, counts))}`);
    if (values.savings) say(`the same in the dashboard, and more of it with each minute: ${values.savings}`);
  })();
  await Promise.all([chapters, ...places]);
}

try {
  began = Date.now();
  await awaitPage();
  began = Date.now();
  await run();
} catch (e) {
  if (!ending.signal.aborted) {
    console.error(`story: ${e.message}`);
    process.exitCode = 1;
  }
} finally {
  ending.abort();
}
process.exit();
