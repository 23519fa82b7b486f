// The DevTools protocol over a pipe. The subset used here is unchanged from Chromium 92 to 156; no driver library supports
// that range.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPTIONS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-proxy-server',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
];

/** Starts a browser that accepts the certificate with this key (base64 of its SHA-256; '' for none), with additional options. */
export async function launch(binary, certificateKey, options = []) {
  const profile = mkdtempSync(join(tmpdir(), 'lychgate-browser-'));
  const process_ = spawn(
    binary,
    [
      ...OPTIONS,
      `--user-data-dir=${profile}`,
      // "Ignore all errors" would disable the browser's cache, which the tests need.
      ...(certificateKey ? [`--ignore-certificate-errors-spki-list=${certificateKey}`] : []),
      ...options,
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
      env: { ...process.env, HOME: profile },
    },
  );
  return new Browser(process_, profile);
}

class Browser {
  #process;
  #profile;
  #waiting = new Map();
  #listeners = new Set();
  #calls = 0;
  #input = Buffer.alloc(0);
  #gone;

  constructor(process_, profile) {
    this.#process = process_;
    this.#profile = profile;
    this.#gone = new Promise((resolve) => process_.on('exit', resolve));
    this.#gone.then((code) => {
      for (const { reject } of this.#waiting.values()) {
        reject(new Error(`browser: ended with ${code} (expected: a response)`));
      }
    });
    process_.stdio[3].on('error', () => {});
    process_.stdio[4].on('data', (bytes) => this.#receive(bytes));
  }

  send(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Opens a page, in the given browser context if any: an object with send, on(event, listener), once(event) and evaluate. */
  async page({ browserContextId } = {}) {
    const { targetId } = await this.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const on = (event, listener) =>
      this.#listeners.add((message) => {
        if (message.sessionId === sessionId && message.method === event) {
          listener(message.params);
        }
      });
    const send = (method, params) => this.send(method, params, sessionId);
    return {
      send,
      on,
      once: (event) => new Promise((resolve) => on(event, resolve)),
      evaluate: async (expression) => {
        const parameters = { expression, returnByValue: true, awaitPromise: true };
        return (await send('Runtime.evaluate', parameters)).result.value;
      },
      close: () => this.send('Target.closeTarget', { targetId }),
    };
  }

  async close() {
    this.send('Browser.close').catch(() => {});
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), 5_000);
    await this.#gone;
    clearTimeout(kill);
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #receive(bytes) {
    this.#input = Buffer.concat([this.#input, bytes]);
    for (let end = this.#input.indexOf(0); end >= 0; end = this.#input.indexOf(0)) {
      const message = JSON.parse(this.#input.subarray(0, end));
      this.#input = this.#input.subarray(end + 1);
      const call = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (!call) {
        for (const listener of this.#listeners) {
          listener(message);
        }
      } else if (message.error) {
        call.reject(new Error(JSON.stringify(message.error)));
      } else {
        call.resolve(message.result);
      }
    }
  }
}
