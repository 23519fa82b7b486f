import type { Schemas } from '../client';
import { FakeCertificates } from './certificates';
import savingsData from './data/savings.json';
import statusData from './data/status.json';
import { FakeHistory } from './history';
import { FakeLessons } from './lessons';
import { plan } from './plan';
import { FakeRouting } from './routing';
import { FakeStore, Refusal } from './store';
import { FakeSystem } from './system';
import { FakeTimelines } from './timelines';
import { validate } from './validate';

export const FAKE_PASSWORD = 'correct horse battery';

type Body = Record<string, unknown>;
type NewEvent = Schemas['NewHistoryEvent'];
interface Call {
  request: Request;
  url: URL;
  body: Body;
  etag: string | null;
  args: string[];
}
type Handler = (call: Call) => unknown;

/** Implements the contract in memory: the gateway of the dev server and of the tests. */
export class FakeGateway {
  readonly store = new FakeStore(validate);
  readonly lessons = new FakeLessons();
  readonly timelines = new FakeTimelines();
  readonly routing = new FakeRouting();
  readonly certificates = new FakeCertificates();
  readonly system = new FakeSystem();
  readonly requests: Request[] = [];
  session: Schemas['Session'] | null = null;
  status = structuredClone(statusData) as Schemas['Status'];
  savings = structuredClone(savingsData) as Schemas['Savings'];
  /** Its clock is that of the live values. */
  history = new FakeHistory(() => Date.parse(this.savings.at));
  role: Schemas['Role'] = 'admin';
  mustChangePassword = false;
  failedLogins = 0;
  /** Seconds of Retry-After; logins are refused unless it is null. */
  throttledFor: number | null = null;
  password = FAKE_PASSWORD;

  private readonly routes: [string, RegExp, Handler][] = [
    ['POST', /^\/session$/, ({ body }) => this.login(body)],
    ['GET', /^\/session$/, () => this.session],
    ['DELETE', /^\/session$/, () => this.logout()],
    ['PUT', /^\/session\/password$/, ({ body }) => this.changePassword(body)],
    ['GET', /^\/status$/, () => ({ ...this.status, revision: this.store.revision })],
    ['GET', /^\/savings$/, () => this.savings],
    [
      'GET',
      /^\/manifests$/,
      ({ url }) => this.store.page(url.searchParams.get('q') ?? '', url.searchParams.get('state')),
    ],
    [
      'POST',
      /^\/manifests$/,
      ({ body }) => this.store.create(String(body.name), String(body.text)),
    ],
    ['POST', /^\/manifests:validate$/, ({ body }) => validation(String(body.text))],
    ['GET', /^\/manifests\/([^/]+)$/, ({ args: [name = ''] }) => this.store.get(name)],
    [
      'DELETE',
      /^\/manifests\/([^/]+)$/,
      ({ args: [name = ''], etag, url }) =>
        this.store.retire(name, etag, url.searchParams.get('comment') ?? ''),
    ],
    [
      'PUT',
      /^\/manifests\/([^/]+)\/draft$/,
      ({ args: [name = ''], etag, body }) => this.store.save(name, etag, String(body.text)),
    ],
    [
      'POST',
      /^\/manifests\/([^/]+)\/publish$/,
      ({ args: [name = ''], etag, body }) =>
        this.store.publish(name, etag, String(body.comment ?? '')),
    ],
    ['GET', /^\/manifests\/([^/]+)\/history$/, ({ args: [name = ''] }) => this.store.history(name)],
    [
      'GET',
      /^\/manifests\/([^/]+)\/history\/(\d+)$/,
      ({ args: [name = '', revision] }) => this.store.revisionOf(name, Number(revision)),
    ],
    [
      'POST',
      /^\/manifests\/([^/]+)\/rollback$/,
      ({ args: [name = ''], etag, body }) =>
        this.store.rollBack(name, etag, Number(body.revision), String(body.comment ?? '')),
    ],
    ['GET', /^\/ledger$/, () => this.lessons.page()],
    ['POST', /^\/ledger\/demote$/, ({ body }) => this.lessons.judge(body, true)],
    ['POST', /^\/ledger\/restore$/, ({ body }) => this.lessons.judge(body, false)],
    [
      'GET',
      /^\/proposals$/,
      () => ({ total: this.lessons.proposals.length, items: this.lessons.proposals }),
    ],
    [
      'POST',
      /^\/proposals\/([^/]+)\/(accept|publish|dismiss)$/,
      ({ args: [id = '', word] }) =>
        this.lessons.decide(id, word === 'dismiss' ? 'dismissed' : 'accepted'),
    ],
    [
      'GET',
      /^\/timelines$/,
      () => ({ total: this.timelines.all.length, items: this.timelines.summaries() }),
    ],
    ['POST', /^\/timelines$/, ({ body }) => this.timelines.watch(body as Schemas['TimelineWatch'])],
    ['GET', /^\/timelines\/([^/]+)$/, ({ args: [id = ''] }) => this.timelines.get(id)],
    ['DELETE', /^\/timelines\/([^/]+)$/, ({ args: [id = ''] }) => this.timelines.forget(id)],
    ['GET', /^\/history$/, ({ url }) => this.history.get(url.searchParams)],
    ['GET', /^\/history\/totals$/, ({ url }) => this.history.totals(url.searchParams)],
    ['GET', /^\/history\/events$/, ({ url }) => this.history.page(url.searchParams)],
    ['POST', /^\/history\/events$/, ({ body }) => this.history.note(body as NewEvent)],
    [
      'PUT',
      /^\/history\/events\/([^/]+)$/,
      ({ args: [id = ''], body }) => this.history.change(id, body as NewEvent),
    ],
    ['DELETE', /^\/history\/events\/([^/]+)$/, ({ args: [id = ''] }) => this.history.remove(id)],
    ['GET', /^\/reports$/, () => this.history.summaries()],
    ['POST', /^\/reports$/, ({ body }) => this.history.ask(body as Schemas['ReportRequest'])],
    ['GET', /^\/reports\/([^/]+)$/, ({ args: [id = ''] }) => this.history.report(id)],
    ['GET', /^\/routes$/, () => this.routing.routePage()],
    ['GET', /^\/plugins$/, () => this.routing.plugins],
    [
      'POST',
      /^\/routes:explain$/,
      ({ body }) => this.routing.explain(body as Schemas['RouteTrial']),
    ],
    ['GET', /^\/audit$/, ({ url }) => this.system.audit(url.searchParams)],
    ['GET', /^\/audit:verify$/, () => this.system.verification],
    ['GET', /^\/system$/, () => this.system.report],
    ['GET', /^\/backups$/, () => this.system.backups],
    ['POST', /^\/backups$/, () => this.system.make()],
    ['GET', /^\/openapi\.yaml$/, () => this.system.contract],
    ['GET', /^\/certificates$/, () => this.certificates.page()],
    ['GET', /^\/upstreams$/, () => this.routing.upstreamPage()],
    [
      'POST',
      /^\/upstreams\/([^/]+)\/servers\/(.+):(drain|eject|enable)$/,
      ({ args: [name = '', id = '', decision = ''], body, etag }) =>
        this.routing.decide(name, id, decision, String(body.reason ?? ''), 'admin', etag),
    ],
    ['POST', /^\/plan$/, ({ body }) => plan(this.store, body as Schemas['PlanRequest'])],
  ];

  signIn(): this {
    this.session = {
      user: 'admin',
      role: this.role,
      mustChangePassword: this.mustChangePassword,
      expiresAt: '2026-11-21T21:40:00Z',
      idleSeconds: 3600,
    };
    return this;
  }

  async respond(request: Request): Promise<Response> {
    this.requests.push(request.clone());
    try {
      const result = await this.dispatch(request);
      if (result === undefined) return new Response(null, { status: 204 });
      if (typeof result === 'string') {
        return new Response(result, { headers: { 'Content-Type': 'application/yaml' } });
      }
      return json(request.method === 'POST' && isNew(request) ? 201 : 200, result);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const retry =
        error.problem.status === 429 ? { 'Retry-After': String(this.throttledFor) } : {};
      return json(error.problem.status, error.problem, 'application/problem+json', retry);
    }
  }

  private async dispatch(request: Request): Promise<unknown> {
    const url = new URL(request.url);
    const path = decodeURIComponent(url.pathname.replace(/^\/api\/v1/, ''));
    const isLogin = request.method === 'POST' && path === '/session';
    if (this.session === null && !isLogin)
      throw new Refusal(401, 'unauthenticated', 'Log in first');
    if (request.method !== 'GET' && request.headers.get('X-Lychgate-CSRF') !== '1') {
      throw new Refusal(403, 'cross-site', 'X-Lychgate-CSRF is absent');
    }
    for (const [method, pattern, handler] of this.routes) {
      const match = pattern.exec(path);
      if (match === null || method !== request.method) continue;
      const body = /^(POST|PUT)$/.test(method) ? await bodyOf(request) : {};
      return handler({
        request,
        url,
        body,
        etag: request.headers.get('If-Match'),
        args: match.slice(1),
      });
    }
    throw new Refusal(404, 'not-found', `Not found: ${request.method} ${path}`);
  }

  private login(body: Body): Schemas['Session'] {
    if (this.throttledFor !== null) {
      throw new Refusal(429, 'too-many-attempts', 'Too many failed logins');
    }
    if (body.password !== this.password) {
      this.failedLogins += 1;
      throw new Refusal(401, 'wrong-credentials', 'Name or password is wrong');
    }
    this.signIn();
    return this.session as unknown as Schemas['Session'];
  }

  private logout(): undefined {
    this.session = null;
  }

  private changePassword(body: Body): Schemas['Session'] {
    if (body.currentPassword !== this.password) {
      throw new Refusal(401, 'wrong-credentials', 'The current password is wrong');
    }
    this.password = String(body.newPassword);
    this.mustChangePassword = false;
    this.signIn();
    return this.session as unknown as Schemas['Session'];
  }
}

function validation(text: string): Schemas['Validation'] {
  const problems = validate(text);
  return { valid: problems.every((problem) => problem.severity !== 'error'), problems };
}

async function bodyOf(request: Request): Promise<Body> {
  const text = await request.text();
  return text === '' ? {} : JSON.parse(text);
}

const isNew = (request: Request): boolean =>
  /\/(manifests|timelines)$/.test(new URL(request.url).pathname);

function json(status: number, body: unknown, type = 'application/json', headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': type, ...headers },
  });
}
