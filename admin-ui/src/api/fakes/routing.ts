import type { Schemas } from '../client';
import { Refusal } from './store';

const SINCE = '2026-11-21T09:10:00Z';

/** Two sites with four routes, and two upstreams: one with an ejected server, one in good health. */
export class FakeRouting {
  plugins: Schemas['PluginList'] = { folder: '', items: [] };

  readonly cache: Schemas['ResponseCache'] = {
    bytes: 0,
    memory: 64_000_000,
    urls: 0,
    evictions: 0,
    hits: 0,
    stale: 0,
    validated: 0,
    coalesced: 0,
    misses: 0,
    passed: 0,
    savedBytes: 0,
    twins: { made: 0, dropped: 0, waiting: 0, plainBytes: 0, twinBytes: 0 },
  };

  readonly upstreams: Schemas['Upstream'][] = [
    upstream('app', ['shop'], {
      requests: 48_210,
      retries: 12,
      waiting: 2,
      open: 14,
      http2: 4,
      h1Equivalent: 31,
      refused: [{ kind: 'queue_full', count: 3 }],
      discovery: [
        {
          source: 'dns:app.internal',
          servers: 2,
          answeredAt: SINCE,
          problem: 'app.internal: no name server has responded in time',
          problemSince: SINCE,
          failures: [{ kind: 'timeout', count: 4 }],
        },
      ],
      servers: [
        server('http://10.0.0.1:3000', { inFlight: 9, requests: 31_400, latencySeconds: 0.0124 }),
        server('http://10.0.0.2:3000', {
          state: 'ejected',
          takesRequests: false,
          reason: '5 consecutive failures; the last: connection reset',
          requests: 16_810,
          failures: [
            { kind: 'reset', count: 5 },
            { kind: 'timeout', count: 2 },
          ],
          latencySeconds: 1.25,
          ejections: 1,
          weight: 3,
        }),
      ],
    }),
    upstream('api', ['v1'], {
      requests: 1200,
      open: 1,
      servers: [server('https://api.internal', { requests: 1200, zone: 'eu-1', priority: 1 })],
    }),
  ];
  /** Decisions on servers that no upstream has. */
  readonly gone: Schemas['GoneServer'][] = [];
  private decisions = 0;
  private readonly rows: Schemas['Route'][] = [
    route('shop', 'www.example.com', 1, '/shop/*', { kind: 'proxy', target: 'app' }),
    route('home', 'www.example.com', 2, '/*', { kind: 'static', target: '/srv/www' }),
    route('v1', 'api.example.com', 1, '/v1/*', { kind: 'proxy', target: 'api' }, ['GET', 'POST']),
    route('old', 'api.example.com', 2, '^/v0/', { kind: 'redirect', target: '308 {path}' }),
  ];

  upstreamPage(): Schemas['UpstreamPage'] {
    return {
      at: SINCE,
      node: { id: '1', name: 'gate-1' },
      problems: this.upstreams.filter(({ servers }) => servers.some((each) => !each.takesRequests))
        .length,
      total: this.upstreams.length,
      next: null,
      items: this.upstreams,
      gone: this.gone,
    };
  }

  routePage(): Schemas['RoutePage'] {
    const items = this.rows.map((each) => this.withServers(each));
    return {
      at: SINCE,
      listeners: [
        {
          name: 'public',
          address: '0.0.0.0:443',
          protocols: ['http/1.1', 'h2', 'h3'],
          complaint: null,
        },
      ],
      problems: items.filter(({ problems }) => problems.length > 0).length,
      total: items.length,
      next: null,
      items,
    };
  }

  /** Removes all routes, as a configuration without sites. */
  clear(): void {
    this.rows.length = 0;
    this.upstreams.length = 0;
  }

  private withServers(row: Schemas['Route']): Schemas['Route'] {
    const found = this.upstreams.find(({ name }) => name === row.action.target);
    if (row.action.kind !== 'proxy' || found === undefined) return row;
    const out = found.servers.filter((each) => !each.takesRequests);
    return {
      ...row,
      upstreams: [{ name: found.name, servers: found.servers.map(targetOf) }],
      problems: out.map(({ id, state, reason }) => ({
        kind: 'server-out',
        sentence: `${out.length} of ${found.servers.length} servers of upstream ${found.name} take no requests. The first: ${id} is ${state}: ${reason}`,
      })),
    };
  }

  decide(
    name: string,
    id: string,
    decision: string,
    reason: string,
    author: string,
    etag: string | null,
  ): Schemas['UpstreamServer'] | undefined {
    const place = this.gone.findIndex((each) => each.upstream === name && each.id === id);
    if (decision === 'enable' && place >= 0) {
      this.gone.splice(place, 1);
      return undefined;
    }
    const found = this.upstreams
      .find((each) => each.name === name)
      ?.servers.find((each) => each.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', `server: ${id}`);
    if (etag === null) throw new Refusal(428, 'precondition-required', 'If-Match is absent');
    if (etag !== '*' && etag !== found.etag) throw new Refusal(412, 'stale', 'If-Match');
    this.decisions += 1;
    found.etag = decision === 'enable' ? '"0"' : `"${this.decisions}"`;
    const kind = decision === 'drain' ? 'drain' : 'eject';
    found.override = decision === 'enable' ? null : { kind, reason, author, at: SINCE };
    found.state = decision === 'enable' ? 'up' : decision === 'drain' ? 'draining' : 'disabled';
    found.takesRequests = decision === 'enable';
    found.reason = '';
    return found;
  }

  /** Puts decisions in force, one of them on a server that is gone. */
  decideSome(): void {
    this.decide('app', 'http://10.0.0.1:3000', 'drain', 'new kernel', 'kim', '*');
    this.gone.push({
      upstream: 'app',
      id: 'http://10.0.0.9:3000',
      override: { kind: 'eject', reason: 'broken disk', author: 'ann', at: SINCE },
      etag: '"9"',
    });
  }

  /** Compares the beginning of the path only, which is simple enough for a test to predict. */
  explain(trial: Schemas['RouteTrial']): Schemas['RouteDecision'] {
    const url = new URL(trial.url, 'https://www.example.com');
    const method = trial.method ?? 'GET';
    const hosts = [...new Set(this.rows.map(({ site }) => site))];
    const routes = this.rows
      .filter(({ site }) => site === url.hostname)
      .map((row) => ({ row, reason: reasonOf(row, method, url.pathname) }));
    const winner = routes.find(({ reason }) => reason === 'serves');
    const isKnown = hosts.includes(url.hostname);
    return {
      url: url.href,
      method,
      host: url.hostname,
      path: url.pathname,
      listener: 'public',
      outcome: winner ? 'route' : isKnown ? 'no-route' : 'no-site',
      status: winner ? null : isKnown ? 404 : 421,
      sentence: winner
        ? `Route ${winner.row.id} serves the request.`
        : isKnown
          ? 'No route of the site has the path.'
          : `No site has the host ${url.hostname}.`,
      route: winner?.row.id ?? null,
      sites: hosts.map((site) => ({
        site,
        hosts: [site],
        host: site === url.hostname ? site : null,
        reason: site === url.hostname ? 'serves' : 'other-host',
        sentence:
          site === url.hostname
            ? 'Its host pattern is the most specific one that matches.'
            : 'None of its host patterns matches.',
      })),
      routes: routes.map(({ row, reason }) => ({
        id: row.id,
        path: row.path,
        regex: row.regex,
        methods: row.methods,
        conditions: row.conditions,
        action: row.action,
        reason: reason === 'serves' && row !== winner?.row ? 'less-specific' : reason,
        sentence: SENTENCES[reason === 'serves' && row !== winner?.row ? 'less-specific' : reason],
      })),
      chain: winner
        ? {
            policies: winner.row.policies,
            steps: winner.row.steps,
            filters: winner.row.filters,
            rewritten: winner.row.action.kind === 'proxy' ? `/v2${url.pathname}` : null,
            action: winner.row.action,
          }
        : null,
      notes: [],
    };
  }
}

type Reason = Schemas['RouteDecision']['routes'][number]['reason'];

const SENTENCES: Record<Reason, string> = {
  serves: 'It is the most specific route that matches the path and the method.',
  'other-path': 'Its pattern does not match the path.',
  'other-method': 'It matches the path, but does not allow the method.',
  'less-specific': 'It matches, but the pattern of another route is more specific.',
  'other-condition': 'It matches the path and the method, but a condition does not hold.',
  'condition-too-costly': 'The request is too large to be tested, and so no route serves it.',
  'not-tried': 'It matches, but the request was refused before.',
  'fewer-conditions': 'It matches, but an equally specific route with more conditions does, too.',
  later: 'It matches, but an equally specific route is written earlier in the file.',
  'path-too-long':
    'The path is too long for the regular expressions of the site, so no route is tried.',
};

function reasonOf(row: Schemas['Route'], method: string, path: string): Reason {
  if (!path.startsWith(row.path.replace(/[*^]/g, ''))) return 'other-path';
  return row.methods.length === 0 || row.methods.includes(method) ? 'serves' : 'other-method';
}

const targetOf = ({ id, state, takesRequests, reason }: Schemas['UpstreamServer']) => ({
  id,
  state,
  takesRequests,
  reason,
});

function route(
  id: string,
  site: string,
  rank: number,
  path: string,
  action: Schemas['RouteAction'],
  methods: string[] = [],
): Schemas['Route'] {
  return {
    id,
    site,
    hosts: site.startsWith('www.') ? [site, site.slice(4)] : [site],
    rank,
    path,
    regex: path.startsWith('^'),
    methods,
    conditions: id === 'v1' ? ['header x-version is 1'] : [],
    sendsAhead: true,
    earlyData: false,
    webSocket: false,
    action,
    policies:
      action.kind === 'proxy'
        ? [
            {
              key: 'errorPages',
              level: 'listener',
              listener: 'public',
              summary: '2 pages for failures',
            },
            { key: 'maintenance', level: 'route', listener: null, summary: null },
          ]
        : [],
    steps: action.kind === 'proxy' ? ['rejects requests with Early-Data: 1 (425)'] : [],
    filters: rank === 1 ? ['edits response headers'] : [],
    upstreams: [],
    requests: 1200 * rank,
    failed: action.kind === 'proxy' ? 7 : 0,
    problems: [],
  };
}

function upstream(
  name: string,
  routes: string[],
  values: Partial<Schemas['Upstream']>,
): Schemas['Upstream'] {
  return {
    name,
    open: 0,
    http2: 0,
    h1Equivalent: 0,
    waiting: 0,
    requests: 0,
    retries: 0,
    refused: [],
    routes,
    discovery: [],
    servers: [],
    ...values,
  };
}

function server(id: string, values: Partial<Schemas['UpstreamServer']>): Schemas['UpstreamServer'] {
  return {
    id,
    address: id,
    weight: 1,
    priority: 0,
    zone: null,
    state: 'up',
    takesRequests: true,
    reason: '',
    since: SINCE,
    inFlight: 0,
    requests: 0,
    failures: [],
    latencySeconds: null,
    ejections: 0,
    override: null,
    etag: '"0"',
    ...values,
  };
}
