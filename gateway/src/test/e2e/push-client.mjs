// Requests a page with Node's HTTP/2 client. Prints a line of JSON for each request.
//   node push-client.mjs take|reset URL [COOKIE]      "reset" resets each pushed stream, and repeats the request afterwards
import { connect, constants } from 'node:http2';

const [mode, url, cookie = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const session = connect(origin, { rejectUnauthorized: false, settings: { enablePush: true } });
let pushed = [];
let ends = [];
session.on('stream', (stream, { ':path': path }) => {
  pushed.push(path);
  ends.push(mode === 'take' ? whole(stream) : reset(stream));
});

for (let i = 0; i < (mode === 'take' ? 1 : 2); i++) {
  pushed = [];
  ends = [];
  const page = session.request({ ':path': pathname, ...(cookie && { cookie }) });
  let head = {};
  page.on('response', (fields) => {
    head = fields;
  });
  const body = await whole(page);
  const bodies = await Promise.all(ends);
  console.log(
    JSON.stringify({
      status: head[':status'],
      body,
      pushed: pushed.sort(),
      pushedBytes: bodies.reduce((sum, text) => sum + text.length, 0),
      cookie: head['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? '',
    }),
  );
}
session.close();

async function whole(stream) {
  let text = '';
  stream.setEncoding('utf8');
  for await (const piece of stream) {
    text += piece;
  }
  return text;
}

function reset(stream) {
  stream.on('error', () => {});
  stream.close(constants.NGHTTP2_CANCEL);
  // Node ends a stream only after its received bytes are read.
  stream.resume();
  return '';
}
