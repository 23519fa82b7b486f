// A visitor who comes back to a site that speaks HTTP/3. Prints the protocol of each visit, a line each.
//   node alt-svc.mjs BROWSER CERTIFICATE https://NAME.test:PORT/page VISITS [TCP_VISITS]
// The name stands for this machine. Not localhost: Chromium follows no Alt-Svc from there. After TCP_VISITS (default: all) TCP
// connections get no answer any more: the browser tries TCP beside QUIC, and on a busy machine either may win.
import { visitor } from './visitor.mjs';
import { openRelay } from './relay.mjs';

const [binary, certificate, url, visits, tcpVisits = visits] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const tcp = await openRelay(Number(port), '127.0.0.1');
// QUIC is forced on a port that no page asks for.
const browser = await visitor(binary, certificate, hostname, 1);
try {
  for (let visit = 0; visit < Number(visits); visit += 1) {
    await browser.visit(`https://${hostname}:${tcp.port}${pathname}?${visit}`);
    if (visit + 1 === Number(tcpVisits)) tcp.hold();
    // So that each visit finds its own way.
    await tcp.closeConnections();
  }
} finally {
  await browser.close();
  tcp.close();
}
