// WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), as far as the stories in Firefox need it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/** Starts a browser that accepts any certificate and finds the host on this machine, with additional preferences. */
export async function launch(binary, host, preferences = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'lychgate-firefox-'));
  const all = { ...PREFERENCES, 'network.dns.localDomains': host, ...preferences };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(all)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const process_ = spawn(
    binary,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const gone = new Promise((resolve) => process_.on('exit', resolve));
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: process_.stderr }).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (found) {
        resolve(found[1]);
      }
    });
    gone.then((code) => reject(new Error(`firefox: ended with ${code} (expected: a port)`)));
  });
  const socket = new WebSocket(`${address}/session`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const browser = new Browser(socket, async (signal) => {
    process_.kill(signal);
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  await browser.send('session.new', {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  });
  return browser;
}

class Browser {
  #socket;
  #end;
  #calls = 0;
  #waiting = new Map();
  #listeners = [];

  constructor(socket, end) {
    this.#socket = socket;
    this.#end = end;
    socket.on('message', (bytes) => this.#receive(JSON.parse(bytes)));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) {
        reject(new Error('firefox: gone (expected: a response)'));
      }
    });
  }

  #receive(message) {
    if (message.type === 'event') {
      for (const listener of this.#listeners) {
        listener(message.method, message.params);
      }
      return;
    }
    const call = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'error') {
      call?.reject(new Error(`${message.error}: ${message.message}`));
    } else {
      call?.resolve(message.result);
    }
  }

  send(method, params = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Calls the listener with the name and the content of each of these events. */
  async on(events, listener) {
    this.#listeners.push(listener);
    await this.send('session.subscribe', { events });
  }

  /** Opens a tab and returns its id. */
  async tab() {
    const { context } = await this.send('browsingContext.create', { type: 'tab' });
    return context;
  }

  /** Loads a page until its load event, or until another state of the document. */
  navigate(context, url, wait = 'complete') {
    return this.send('browsingContext.navigate', { context, url, wait });
  }

  /** Returns the value of an expression, or of its promise, which must be text for JSON. */
  async evaluate(context, expression) {
    const { type, result, exceptionDetails } = await this.send('script.evaluate', {
      target: { context },
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
      userActivation: true,
    });
    if (type !== 'success') {
      throw new Error(exceptionDetails.text);
    }
    return result.type === 'undefined' ? undefined : JSON.parse(result.value);
  }

  /** Ends the browser. By SIGKILL, no page gets to know of it. */
  async close(signal = 'SIGTERM') {
    this.#socket.close();
    await this.#end(signal);
  }
}
