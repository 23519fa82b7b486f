// Serves /api from src/api/fakes in the dev server and the preview; the preview also has the gateway's policy.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createServer } from 'vite';

const csp = (nonce) =>
  `default-src 'self'; style-src 'self' 'nonce-${nonce}'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`;

function readBody(incoming) {
  return new Promise((resolve) => {
    const parts = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => resolve(Buffer.concat(parts)));
  });
}

async function toRequest(incoming) {
  const body = /^(POST|PUT)$/.test(incoming.method) ? await readBody(incoming) : undefined;
  const headers = Object.entries(incoming.headers).filter(([, value]) => typeof value === 'string');
  return new Request(`http://localhost${incoming.originalUrl ?? incoming.url}`, {
    method: incoming.method,
    headers,
    body,
  });
}

/** Returns Connect middleware; `load` returns the module with the fakes. */
function apiMiddleware(load) {
  return async (incoming, outgoing, next) => {
    if (!(incoming.originalUrl ?? incoming.url).startsWith('/api/')) return next();
    try {
      const { respond } = await load();
      const response = await respond(await toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (!response.body) return outgoing.end();
      const stream = Readable.fromWeb(response.body);
      outgoing.on('close', () => stream.destroy());
      stream.on('error', () => outgoing.end());
      stream.pipe(outgoing);
    } catch (error) {
      next(error);
    }
  };
}

const FAKES = '/src/api/fakes/dev.ts';

export function fakeGateway() {
  return {
    name: 'lychgate-fake-gateway',
    configureServer(server) {
      server.middlewares.use(apiMiddleware(() => server.ssrLoadModule(FAKES)));
    },
    configurePreviewServer(server) {
      let fakes;
      const load = async () => {
        fakes ??= createServer({
          configFile: false,
          root: server.config.root,
          server: { middlewareMode: true, ws: false },
          appType: 'custom',
          optimizeDeps: { noDiscovery: true },
          logLevel: 'warn',
        });
        return (await fakes).ssrLoadModule(FAKES);
      };
      server.middlewares.use(apiMiddleware(load));
      server.middlewares.use((incoming, outgoing, next) => {
        const path = new URL(incoming.url, 'http://localhost').pathname;
        if (/\.[a-z0-9]+$/.test(path) && path !== '/index.html') return next();
        const nonce = randomBytes(16).toString('base64');
        const page = readFileSync(
          `${server.config.root}/${server.config.build.outDir}/index.html`,
          'utf8',
        );
        outgoing.writeHead(200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': csp(nonce),
          'Cache-Control': 'no-store',
        });
        outgoing.end(page.replaceAll('__CSP_NONCE__', nonce));
      });
    },
  };
}
