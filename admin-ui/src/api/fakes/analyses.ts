import type { Schemas } from '../client';
import { Refusal } from './store';

type Results = Schemas['ExperimentResults'];
type Difference = Schemas['ExperimentDifference'];
type Power = Schemas['ExperimentPower'];
type Compared = Schemas['PageComparison'];

/** Results of one experiment, and comparisons of page views. */
export class FakeAnalyses {
  results: Results = sampleResults();
  compared: Compared = sampleComparison();
  power: Power = samplePower();

  get(id: string): Results {
    if (id !== this.results.experiment) throw new Refusal(404, 'not-found', `experiment: ${id}`);
    return this.results;
  }

  compare(query: URLSearchParams): Compared {
    const metric = (query.get('metric') ?? 'load') as Schemas['PageMetric'];
    const by = query.get('by') === 'arm' ? 'arm' : 'protocol';
    const named = (side: Schemas['PageSide'], key: string) => ({
      ...side,
      name: query.get(key) ?? side.name,
    });
    const { a, b } = this.compared;
    return { ...this.compared, metric, by, a: named(a, 'a'), b: named(b, 'b') };
  }
}

function sampleResults(): Results {
  return {
    experiment: 'h2-for-all',
    now: '2026-11-21T09:40:00Z',
    from: '2026-11-07T00:00:00Z',
    to: '2026-11-21T00:00:00Z',
    plannedEnd: '2026-11-21T00:00:00Z',
    isFinal: true,
    headline: {
      metric: 'load',
      statistic: 'median',
      label: 'median of Load',
      unit: 'milliseconds',
      counted: 'network',
    },
    rule: {
      sentence:
        'At any look, the always-valid 99.5 % interval decides. At the planned end, the 98 % interval of the bootstrap decides, too, once.',
      looksChance: 0.005,
      endChance: 0.02,
      plannedUnits: 4800,
    },
    verdict: {
      kind: 'better',
      arm: 'h2',
      basis: 'planned-end',
      sentence:
        'Arm h2 is better than h1: the median of Load is 1,420 ms instead of 1,496 ms (−5.1 %); 98.0 % interval of the planned end −102 ms to −50 ms; 9,820 client networks behind it.',
      visitors: 9820,
      hint: 'Make arm h2 the configuration. Look at failed loads and the other figures first.',
    },
    arms: [
      arm('h1', 1496, 5950, 4100, [21_300, 120, 0]),
      arm('h2', 1420, 1010, 3900, [310, 21_200, 0]),
    ],
    comparisons: [
      {
        arm: 'h2',
        control: 'h1',
        sequence: {
          difference: -76,
          low: -120,
          high: -32,
          level: 0.995,
          chance: 0.000_04,
          units: 9820,
          excludesNone: true,
        },
        atEnd: {
          difference: -76,
          low: -102,
          high: -50,
          level: 0.98,
          chance: 0.000_01,
          excludesNone: true,
        },
        differences: [
          difference(
            'ttfb-median',
            'Time to first byte, median',
            'secondary',
            [212, 214],
            'none-shown',
          ),
          difference('load-mean', 'Load, mean', 'described', [1902, 1801], null),
          difference('load-median', 'Load, median', 'headline', [1496, 1420], 'better'),
          difference('lcp-median', 'Largest contentful paint, median', 'secondary', null, null),
          difference('failed-share', 'Failed loads', 'secondary', [0.021, 0.0198], 'none-shown'),
        ],
        quantiles: Array.from({ length: 19 }, (_, index) => {
          const quantile = (index + 1) / 20;
          const control = 600 + 2000 * quantile;
          return {
            quantile,
            control,
            arm: control - 76,
            difference: -76,
            low: -100 - 50 * quantile,
            high: -52 + 50 * quantile,
          };
        }),
        adjusted: {
          difference: -95,
          low: -130,
          high: -60,
          error: 17.9,
          rawDifference: -101,
          rawError: 25,
          covariates: ['hour', 'network', 'device', 'cache'],
          withPrePeriod: true,
        },
      },
    ],
    checks: [
      {
        what: 'assigned',
        observed: [5102, 5066],
        expected: [5084, 5084],
        statistic: 0.127,
        chance: 0.721,
        blocks: false,
      },
      {
        what: 'reporting',
        observed: [4915, 4905],
        expected: [4927, 4893],
        statistic: 0.9,
        chance: 0.343,
        blocks: false,
      },
    ],
    covariates: [
      {
        name: 'network',
        chance: 0.44,
        levels: [
          { name: '3g', units: [820, 801], values: [2890, 2610] },
          { name: '2g', units: [12, 9], values: [null, null] },
          { name: 'slow-2g', units: [0, 0], values: [null, null] },
        ],
      },
    ],
    keptShare: 1,
    notes: ['Means count greater values of Load as 9,800 ms (the 99.5 % quantile of all arms).'],
  };
}

function arm(
  name: string,
  median: number,
  connections: number,
  cpu: number,
  [h1 = 0, h2 = 0, h3 = 0]: number[],
): Schemas['ExperimentArmResult'] {
  return {
    name,
    share: 0.5,
    assignedUnits: 5102,
    units: 4915,
    views: 21_420,
    outcomes: { loaded: 20_500, failed: 430, truncated: 90, abandoned: 100, unreported: 300 },
    figures: [
      { metric: 'load', views: 20_500, units: 4910, mean: 1902, median, p80: 2700, p95: 5100 },
      { metric: 'lcp', views: 0, units: 0, mean: null, median: null, p80: null, p95: null },
    ],
    failedShare: 0.0203,
    truncatedShare: 0.004,
    abandonedShare: 0.0047,
    unreportedShare: 0.014,
    connectionsPer1000: connections,
    h1EquivalentPer1000: name === 'h1' ? connections : 5900,
    cpuMillisPer1000: cpu,
    requestsPer1000: 40_100,
    errorsPer1000: 1.2,
    wastedBytesPer1000: 0,
    got: { h1, h2, h3, other: 0 },
  };
}

function difference(
  id: string,
  label: string,
  role: Difference['role'],
  values: [number, number] | null,
  verdict: Difference['verdict'],
): Difference {
  const [control, of] = values ?? [null, null];
  const known = control !== null && of !== null;
  const between = known ? of - control : null;
  const reach = known ? control * 0.015 : 0;
  const low = between === null ? null : between - reach;
  const high = between === null ? null : between + reach;
  return {
    id,
    label,
    unit: id.endsWith('share') ? 'share' : 'milliseconds',
    role,
    control,
    arm: of,
    difference: between,
    low,
    high,
    change: known ? of / control - 1 : null,
    changeLow: low === null || control === null ? null : low / control,
    changeHigh: high === null || control === null ? null : high / control,
    checkLow: low,
    checkHigh: high,
    checkChangeLow: low === null || control === null ? null : low / control,
    checkChangeHigh: high === null || control === null ? null : high / control,
    chance: known ? 0.0002 : null,
    adjusted: role === 'secondary' && known ? 0.31 : null,
    verdict,
    missing: known ? null : '0 of at least 50 client networks with this metric',
  };
}

function sampleComparison(): Compared {
  const curve = (scale: number) =>
    Array.from({ length: 101 }, (_, index) => ({
      value: Math.round(scale * Math.exp((index - 50) / 40)),
      share: index / 100,
    }));
  const pages = ['/', '/cart', '/item'];
  const pairs = Array.from({ length: 30 }, (_, index) => ({
    site: 'shop.example',
    page: pages[index % 3] ?? '/',
    hour: new Date(Date.UTC(2026, 10, 20, index)).toISOString(),
    network: index % 4 === 0 ? '3g' : '4g',
    a: { views: 300 - index, median: 1400 + 20 * index },
    b: { views: 290 - index, median: 1330 + 21 * index },
  }));
  return {
    metric: 'load',
    unit: 'milliseconds',
    by: 'protocol',
    a: {
      name: 'h1',
      views: 8400,
      curve: curve(1500),
      split: { views: 8000, dns: 12, connect: 41, tls: 62, request: 95, other: 4 },
    },
    b: {
      name: 'h2',
      views: 8350,
      curve: curve(1420),
      split: { views: 7900, dns: 12, connect: 30, tls: 45, request: 94, other: 4 },
    },
    pairs,
    pairsBelow: 27,
    unpaired: 4,
    leftOut: 0,
  };
}

function samplePower(): Power {
  return {
    metric: 'load',
    statistic: 'median',
    value: 1240,
    spread: 810,
    units: 9120,
    days: 14,
    unitsPerDay: 640,
    level: 0.05,
    power: 0.8,
    needed: [
      { effect: 0.05, unitsPerArm: 3071, days: 12 },
      { effect: 0.1, unitsPerArm: 768, days: 3 },
    ],
    found: [
      { days: 7, unitsPerArm: 1792, effect: 0.065 },
      { days: 14, unitsPerArm: 3584, effect: 0.046 },
    ],
    missing: null,
  };
}
