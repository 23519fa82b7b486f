// A port of this machine that forwards connections to another one and can close them all. A visitor then returns on a new
// connection, while the browser keeps its cache and its cookies in memory.
import { connect, createServer } from 'node:net';

export async function openRelay(target, address = 'localhost') {
  const open = new Set();
  let accepted = 0;
  let isHeld = false;
  const server = createServer((client) => {
    accepted++;
    if (isHeld) {
      open.add(client);
      client.on('error', () => {});
      client.on('close', () => open.delete(client));
      return;
    }
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
  await new Promise((resolve) => server.listen(0, address, resolve));
  return {
    port: server.address().port,
    connections: () => accepted,
    /** New connections get no reply from now on. */
    hold() {
      isHeld = true;
    },
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
