// A visitor that returns to a site with HTTP/3. Prints the protocol of each visit, one per line.
//   node alt-svc.mjs BROWSER CERTIFICATE https://NAME.test:PORT/page VISITS [TCP_VISITS]
// NAME is an alias of this machine, as Chromium ignores Alt-Svc of localhost. After TCP_VISITS (default: all), TCP
// connections get no reply: the browser tries TCP in parallel with QUIC, and on a busy machine either may win.
import { visitor } from './visitor.mjs';
import { openRelay } from './relay.mjs';

const [binary, certificate, url, visits, tcpVisits = visits] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const tcp = await openRelay(Number(port), '127.0.0.1');
// QUIC is forced on a port that no page uses.
const browser = await visitor(binary, certificate, hostname, 1);
try {
  for (let visit = 0; visit < Number(visits); visit += 1) {
    await browser.visit(`https://${hostname}:${tcp.port}${pathname}?${visit}`);
    if (visit + 1 === Number(tcpVisits)) tcp.hold();
    // Closing lets each visit choose its protocol again.
    await tcp.closeConnections();
  }
} finally {
  await browser.close();
  tcp.close();
}
