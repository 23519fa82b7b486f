// The application behind the servers under test. It serves one page, after the think time in the host name.
//   node origin.mjs PORT index.html      think300.test waits 300 ms
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const page = readFileSync(file);
const server = createServer((request, response) => {
  const think = /^think(\d+)\./.exec(request.headers.host ?? '');
  setTimeout(() => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': page.length,
      'cache-control': 'no-cache',
    });
    response.end(page);
  }, Number(think?.[1] ?? 0));
});
server.keepAliveTimeout = 600_000;
server.listen(Number(port), '127.0.0.1');
