import type { Schemas } from '../client';
import { FakeAnalyses } from './analyses';
import { FakeCertificates } from './certificates';
import { FakeConfiguration } from './configuration';
import savingsData from './data/savings.json';
import statusData from './data/status.json';
import { FakeExperiments } from './experiments';
import { FakeHistory } from './history';
import { FakeLessons } from './lessons';
import { FakePeople } from './people';
import { plan } from './plan';
import { FakePublishing } from './publishing';
import { FakeRouting } from './routing';
import { FakeSignOn } from './sign-on';
import { FakeStore, Refusal } from './store';
import { FakeSystem } from './system';
import { FakeTimelines } from './timelines';
import { FakeTimings } from './timings';
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
  readonly analyses = new FakeAnalyses();
  readonly people = new FakePeople();
  readonly signOn = new FakeSignOn((password) => password === this.password);
  readonly timings = new FakeTimings();
  readonly experiments = new FakeExperiments();
  readonly publishing = new FakePublishing(this.store);
  readonly system = new FakeSystem();
  readonly configuration = new FakeConfiguration();
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
    ['GET', /^\/users$/, () => this.people.page()],
    ['POST', /^\/users$/, ({ body }) => this.people.create(body)],
    [
      'PATCH',
      /^\/users\/([^/]+)$/,
      ({ args: [name = ''], etag, body }) => this.people.change(name, etag, body),
    ],
    ['DELETE', /^\/users\/([^/]+)$/, ({ args: [name = ''] }) => this.people.remove(name)],
    ['POST', /^\/users\/([^/]+)\/password$/, ({ args: [name = ''] }) => this.people.reset(name)],
    [
      'GET',
      /^\/users\/([^/]+)\/sessions$/,
      () => ({ total: this.people.sessions.length, next: null, items: this.people.sessions }),
    ],
    [
      'DELETE',
      /^\/users\/([^/]+)\/second-factors$/,
      ({ args: [name = ''] }) => this.people.resetFactors(name),
    ],
    ['DELETE', /^\/users\/([^/]+)\/sessions$/, () => this.people.endSessions()],
    [
      'DELETE',
      /^\/users\/([^/]+)\/sessions\/([^/]+)$/,
      ({ args: [, id] }) => this.people.endSessions(id),
    ],
    [
      'GET',
      /^\/permissions$/,
      () => ({ total: this.people.permissions.length, items: this.people.permissions }),
    ],
    [
      'GET',
      /^\/tokens$/,
      () => ({ total: this.people.tokens.length, next: null, items: this.people.tokens }),
    ],
    ['POST', /^\/tokens$/, ({ body }) => this.people.createToken(body)],
    ['DELETE', /^\/tokens\/([^/]+)$/, ({ args: [id = ''] }) => this.people.deleteToken(id)],
    ['GET', /^\/session\/options$/, () => this.signOn.options],
    ['POST', /^\/session\/second-step$/, ({ body }) => this.secondStep(body)],
    ['GET', /^\/session\/second-factors$/, () => this.signOn.factors],
    ['POST', /^\/session\/second-factors\/totp$/, ({ body }) => this.signOn.beginTotp(body)],
    ['PUT', /^\/session\/second-factors\/totp$/, ({ body }) => this.enrol(body)],
    [
      'POST',
      /^\/session\/second-factors\/totp\/remove$/,
      ({ body }) => this.signOn.removeTotp(body),
    ],
    [
      'POST',
      /^\/session\/second-factors\/recovery-codes$/,
      ({ body }) => this.signOn.newCodes(body),
    ],
    ['GET', /^\/sign-on$/, () => this.signOn.state],
    ['POST', /^\/sign-on\/test$/, ({ body }) => this.signOn.test(body)],
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
        body.at === undefined && body.canary === undefined
          ? this.store.publish(name, etag, String(body.comment ?? ''))
          : this.publishing.begin(name, body),
    ],
    ['GET', /^\/manifests\/([^/]+)\/approvals$/, () => this.publishing.approvals()],
    [
      'POST',
      /^\/manifests\/([^/]+)\/approvals$/,
      () => this.publishing.approve(this.session?.user ?? ''),
    ],
    ['POST', /^\/manifests\/([^/]+)\/draft:dry-run$/, () => this.publishing.dryRun()],
    [
      'GET',
      /^\/manifests\/([^/]+)\/history:compare$/,
      ({ args: [name = ''], url }) =>
        this.publishing.compare(name, url.searchParams.get('from') ?? ''),
    ],
    [
      'POST',
      /^\/manifests\/([^/]+)\/history:restore-rule$/,
      ({ args: [name = ''], body }) => this.publishing.restore(name, String(body.rule)),
    ],
    ['GET', /^\/publications$/, () => this.publishing.page()],
    [
      'POST',
      /^\/publications\/([^/]+)\/(promote|undo)$/,
      ({ args: [id = '', how = ''] }) => this.publishing.end(id, how),
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
      () => ({ total: this.lessons.proposals.length, next: null, items: this.lessons.proposals }),
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
      () => ({ total: this.timelines.all.length, next: null, items: this.timelines.summaries() }),
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
    ['GET', /^\/cache$/, () => this.routing.cache],
    [
      'POST',
      /^\/routes:explain$/,
      ({ body }) => this.routing.explain(body as Schemas['RouteTrial']),
    ],
    ['GET', /^\/experiments\/([^/]+)\/results$/, ({ args: [id = ''] }) => this.results(id)],
    ['GET', /^\/experiments:power$/, () => this.analyses.power],
    ['GET', /^\/compare$/, ({ url }) => this.analyses.compare(url.searchParams)],
    ['GET', /^\/configuration$/, () => this.configuration.now],
    ['GET', /^\/configuration\/schema$/, () => ({ properties: {} })],
    ['GET', /^\/configuration\/nodes$/, () => this.configuration.nodes],
    ['GET', /^\/configuration:diff$/, ({ url }) => this.configuration.difference(url.searchParams)],
    ['GET', /^\/configuration\/approvals$/, () => this.configuration.approvals],
    ['POST', /^\/configuration\/approvals$/, () => this.configuration.approve('admin')],
    ['GET', /^\/configuration\/history$/, () => this.configuration.history()],
    [
      'POST',
      /^\/configuration:validate$/,
      ({ body }) => this.configuration.validate(String(body.text)),
    ],
    ['PUT', /^\/configuration\/draft$/, ({ body }) => this.configuration.save(String(body.text))],
    ['POST', /^\/configuration\/publish$/, () => this.configuration.publish()],
    ['GET', /^\/audit$/, ({ url }) => this.system.audit(url.searchParams)],
    ['GET', /^\/audit:verify$/, () => this.system.verification],
    ['GET', /^\/system$/, () => this.system.report],
    ['GET', /^\/backups$/, () => this.system.backups],
    ['POST', /^\/backups$/, () => this.system.make()],
    ['GET', /^\/openapi\.yaml$/, () => this.system.contract],
    ['GET', /^\/certificates$/, () => this.certificates.page()],
    ['GET', /^\/timings$/, ({ url }) => this.timings.get(url.searchParams)],
    ['GET', /^\/views$/, () => this.timings.list()],
    ['GET', /^\/views\/([^/]+)$/, ({ args: [id = ''] }) => this.timings.find(id)],
    ['GET', /^\/views\/([^/]+)\/waterfall$/, ({ args: [id = ''] }) => this.timings.waterfall(id)],
    ['POST', /^\/bench-links$/, ({ body }) => this.timings.link(body as Schemas['NewBenchLink'])],
    ['GET', /^\/experiments$/, () => this.experiments.page()],
    [
      'POST',
      /^\/experiments$/,
      ({ body }) => this.experiments.create(body as Schemas['ExperimentDesign']),
    ],
    ['POST', /^\/experiments:preview$/, () => this.experiments.preview()],
    [
      'POST',
      /^\/experiments\/([^/:]+):([a-z]+)$/,
      ({ args: [id = '', verb = ''], body, etag }) => this.experiments.step(id, verb, body, etag),
    ],
    [
      'GET',
      /^\/experiments\/([^/]+)\/counts$/,
      ({ args: [id = ''] }) => this.experiments.counts(id),
    ],
    [
      'GET',
      /^\/experiments\/([^/]+)\/changes$/,
      ({ args: [id = ''] }) => this.experiments.changes(id),
    ],
    [
      'GET',
      /^\/experiments\/([^/]+)\/outcome$/,
      ({ url }) => this.experiments.outcome(url.searchParams.get('winner')),
    ],
    ['GET', /^\/experiments\/([^/]+)$/, ({ args: [id = ''] }) => this.experiments.find(id)],
    [
      'PUT',
      /^\/experiments\/([^/]+)$/,
      ({ args: [id = ''], body, etag }) =>
        this.experiments.edit(id, body as Schemas['ExperimentDesign'], etag),
    ],
    ['DELETE', /^\/experiments\/([^/]+)$/, ({ args: [id = ''] }) => this.experiments.remove(id)],
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
      grants: [{ role: this.role, sites: ['*'] }],
      token: null,
      mustChangePassword: this.mustChangePassword,
      mustSetUpSecondFactor: this.signOn.factors.required && !this.signOn.isEnrolled,
      passwordLength: { min: 12, max: 1000 },
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

  /** The results of the sample, under the id of the experiment that is asked for. */
  private results(id: string): Schemas['ExperimentResults'] {
    return this.experiments.items.some((each) => each.id === id)
      ? { ...this.analyses.results, experiment: id }
      : this.analyses.get(id);
  }

  private async dispatch(request: Request): Promise<unknown> {
    const url = new URL(request.url);
    const path = decodeURIComponent(url.pathname.replace(/^\/api\/v1/, ''));
    const isLogin =
      (request.method === 'POST' && path === '/session') ||
      path === '/session/options' ||
      path === '/session/second-step';
    if (this.session === null && !isLogin)
      throw new Refusal(401, 'unauthenticated', 'Sign in first');
    if (request.method !== 'GET' && request.headers.get('X-Lychgate-CSRF') !== '1') {
      throw new Refusal(403, 'cross-site', 'X-Lychgate-CSRF is absent');
    }
    for (const [method, pattern, handler] of this.routes) {
      const match = pattern.exec(path);
      if (match === null || method !== request.method) continue;
      const body = /^(POST|PUT|PATCH)$/.test(method) ? await bodyOf(request) : {};
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

  private login(body: Body): Schemas['Session'] | Schemas['SecondStep'] {
    if (this.throttledFor !== null) {
      throw new Refusal(429, 'too-many-attempts', 'Too many failed logins');
    }
    if (body.password !== this.password) {
      this.failedLogins += 1;
      throw new Refusal(401, 'wrong-credentials', 'Name or password is wrong');
    }
    if (this.signOn.isEnrolled) return this.signOn.begin();
    this.signIn();
    return this.session as unknown as Schemas['Session'];
  }

  private secondStep(body: Body): Schemas['Session'] {
    this.signOn.finish(body);
    this.signIn();
    return this.session as unknown as Schemas['Session'];
  }

  private enrol(body: Body): Schemas['RecoveryCodes'] {
    const codes = this.signOn.confirmTotp(body);
    this.signIn();
    return codes;
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
  /\/(manifests|timelines|users|tokens)$/.test(new URL(request.url).pathname);

function json(status: number, body: unknown, type = 'application/json', headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': type, ...headers },
  });
}
