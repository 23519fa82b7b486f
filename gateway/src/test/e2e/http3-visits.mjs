// A visitor that starts with HTTP/3, each time on a new connection. Prints the protocol of each visit, one per line.
//   node http3-visits.mjs BROWSER CERTIFICATE https://NAME.test:PORT/page VISITS
// NAME is an alias of this machine. The server must close idle connections within PAUSE_MILLIS.
import { setTimeout as after } from 'node:timers/promises';
import { visitor } from './visitor.mjs';

const PAUSE_MILLIS = 4000;

const [binary, certificate, url, visits] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const browser = await visitor(binary, certificate, hostname, port);
try {
  for (let visit = 0; visit < Number(visits); visit += 1) {
    if (visit > 0) await after(PAUSE_MILLIS);
    await browser.visit(`${url}?${visit}`);
  }
} finally {
  await browser.close();
}
