// A port of this machine that passes connections on to another one and can close them all: how a visitor comes back on a
// new connection while the browser, with its cache and its cookies in memory, lives on.
import { connect, createServer } from 'node:net';

export async function openRelay(target) {
  const open = new Set();
  let accepted = 0;
  const server = createServer((client) => {
    accepted++;
    const gateway = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, gateway],
      [gateway, client],
    ]) {
      open.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  return {
    port: server.address().port,
    connections: () => accepted,
    closeConnections: () =>
      Promise.all(
        [...open].map(
          (socket) => new Promise((resolve) => socket.once('close', resolve) && socket.destroy()),
        ),
      ),
    close() {
      server.close();
      for (const socket of open) {
        socket.destroy();
      }
    },
  };
}
