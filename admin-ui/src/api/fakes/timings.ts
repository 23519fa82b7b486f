import type { Schemas } from '../client';

const figures = (p50: number): Schemas['TimingFigures'] => ({
  count: 120,
  mean: p50 * 1.2,
  p50,
  p80: p50 * 1.5,
  p95: p50 * 2.5,
});

/** Page views of a shop over HTTP/2 and HTTP/3. */
export class FakeTimings {
  groups: Schemas['TimingGroup'][] = [this.group('h2', 310), this.group('h3', 270)];
  views: Schemas['PageView'][] = [
    {
      id: 'q1w2e3r4t5y6u7i8',
      at: '2026-11-21T11:59:58Z',
      node: '1',
      site: 'shop.example',
      route: 'pages',
      page: '/basket',
      revision: 142,
      protocol: 'h3',
      nextHop: 'h3',
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
      times: { ttfb: 81, fcp: 190, lcp: 270, load: 420 },
      bytes: 5120,
      arms: [],
    },
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
    };
  }

  link({ site, host }: Schemas['NewBenchLink']): Schemas['BenchLink'] {
    return {
      url: `https://${host || site}/.well-known/lychgate/bench/enter#token`,
      expiresAt: '2026-11-21T12:05:00Z',
    };
  }

  list(): Schemas['PageViews'] {
    return { total: this.views.length, items: this.views };
  }
}
