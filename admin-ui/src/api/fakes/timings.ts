import type { Schemas } from '../client';
import { Refusal } from './store';

const figures = (p50: number): Schemas['TimingFigures'] => ({
  count: 120,
  mean: p50 * 1.2,
  p50,
  p80: p50 * 1.5,
  p95: p50 * 2.5,
});

const view = (
  id: string,
  protocol: 'h2' | 'h3',
  times: Schemas['PageView']['times'],
): Schemas['PageView'] => ({
  id,
  at: '2026-11-21T11:59:58Z',
  node: '1',
  site: 'shop.example',
  route: 'pages',
  page: protocol === 'h3' ? '/basket' : '/shelf',
  revision: 142,
  protocol,
  nextHop: protocol,
  outcome: 'failed',
  cacheState: 'warm',
  device: 'mobile',
  browser: 'chromium',
  network: '4g',
  hints: 2,
  pushes: 0,
  usedEarly: 2,
  failedResources: 1,
  isFinal: true,
  hasWaterfall: true,
  times,
  bytes: 5120,
  arms: [],
});

const loaded = (path: string, start: number, end: number): Schemas['BrowserTimes'] => ({
  path,
  start,
  request: start + 1,
  response: end - 12,
  end,
  size: 11,
  initiator: 'link',
  protocol: 'h3',
  cache: 'network',
});

const served = (path: string, received: number, end: number): Schemas['GatewayTimes'] => ({
  path,
  page: false,
  pushed: path.startsWith('/pushed'),
  connection: '7k',
  status: 200,
  received,
  decided: received + 0.4,
  early: null,
  upstream: null,
  head: end - 2,
  end,
  bytes: 1600,
  hints: 0,
  pushes: 0,
  whole: true,
});

/** Page views of a shop over HTTP/2 and HTTP/3. */
export class FakeTimings {
  groups: Schemas['TimingGroup'][] = [this.group('h2', 310), this.group('h3', 270)];
  hasGateway = true;
  views: Schemas['PageView'][] = [
    view('q1w2e3r4t5y6u7i8', 'h3', { ttfb: 81, fcp: 190, lcp: 270, load: 420 }),
    view('a1s2d3f4g5h6j7k8', 'h2', { ttfb: 120, fcp: 260, lcp: 390, load: 640 }),
  ];

  private group(key: string, lcp: number): Schemas['TimingGroup'] {
    return {
      key,
      views: 120,
      failed: 2,
      truncated: 1,
      abandoned: 4,
      unreported: 3,
      metrics: { ttfb: figures(lcp / 4), fcp: figures(lcp / 2), lcp: figures(lcp) },
      points: [
        { at: '2026-11-21T11:50:00Z', ...figures(lcp) },
        { at: '2026-11-21T11:55:00Z', ...figures(lcp * 1.1) },
      ],
    };
  }

  get(query: URLSearchParams): Schemas['Timings'] {
    return {
      from: '2026-11-21T11:00:00Z',
      to: '2026-11-21T12:00:00Z',
      stepSeconds: 300,
      metric: (query.get('metric') ?? 'lcp') as Schemas['ViewMetric'],
      groups: this.groups,
      others: 0,
      pages: { injected: 240, policy: 7, bot: 30 },
      reports: { taken: 230, forged: 3, rate: 0 },
      resources: { taken: 480, absurd: 2, too_many: 0 },
    };
  }

  link({ site, host }: Schemas['NewBenchLink']): Schemas['BenchLink'] {
    return {
      url: `https://${host || site}/.well-known/lychgate/bench/enter#token`,
      expiresAt: '2026-11-21T12:05:00Z',
    };
  }

  list(): Schemas['PageViews'] {
    return { total: this.views.length, next: null, items: this.views };
  }

  find(id: string): Schemas['PageView'] {
    const found = this.views.find((each) => each.id === id);
    if (found) return found;
    throw new Refusal(
      404,
      'not-found',
      `view: ${id} (expected: the id of a page view that is kept)`,
    );
  }

  waterfall(id: string): Schemas['ViewWaterfall'] {
    const { page } = this.find(id);
    const gateway = (times: Schemas['GatewayTimes']) => (this.hasGateway ? times : null);
    const all: Schemas['WaterfallRow'][] = [
      {
        path: page,
        page: true,
        browser: { ...loaded(page, 0, 93), initiator: 'navigation' },
        gateway: gateway({
          ...served(page, 12, 70),
          page: true,
          early: 13,
          upstream: 60,
          hints: 2,
        }),
      },
      {
        path: '/site.css',
        page: false,
        browser: loaded('/site.css', 95, 140),
        gateway: gateway(served('/site.css', 101, 120)),
      },
      {
        path: '/pushed.js',
        page: false,
        browser: null,
        gateway: gateway(served('/pushed.js', 130, 150)),
      },
    ];
    return {
      id,
      clock: this.hasGateway ? { offset: 12, error: 4.5 } : null,
      hasBrowser: true,
      hasGateway: this.hasGateway,
      rows: all.filter((row) => row.browser || row.gateway),
      lostInBrowser: 2,
      lostInGateway: 0,
    };
  }
}
