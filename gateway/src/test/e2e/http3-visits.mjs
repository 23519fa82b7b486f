// A visitor who takes HTTP/3 for granted, each time on a new connection. Prints the protocol of each visit, a line each.
//   node http3-visits.mjs BROWSER CERTIFICATE https://NAME.test:PORT/page VISITS
// The name stands for this machine. The server has to end what is idle within PAUSE_MILLIS.
import { setTimeout as after } from 'node:timers/promises';
import { visitor } from './visitor.mjs';

const PAUSE_MILLIS = 4000;

const [binary, certificate, url, visits] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const browser = await visitor(binary, certificate, hostname, port);
try {
  for (let visit = 0; visit < Number(visits); visit += 1) {
    await browser.visit(`${url}?${visit}`);
    await after(PAUSE_MILLIS);
  }
} finally {
  await browser.close();
}
