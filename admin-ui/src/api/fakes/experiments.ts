import type { Schemas } from '../client';
import { Refusal } from './store';

type Experiment = Schemas['Experiment'];

const PLAN = {
  managedBy: null,
  hypothesis: 'One connection needs less CPU time than six, and the page loads as fast.',
  sites: ['shop.example.com'],
  routes: [],
  layer: 'default',
  unit: 'network' as const,
  share: 10,
  ramp: [],
  headline: 'load' as const,
  statistic: 'median' as const,
  plannedMinutes: 20_160,
  plannedUnits: 3071,
  prePeriodMinutes: 0,
  plannedAt: null,
  plannedEnd: null,
  guardrails: {
    serverErrors: 0.01,
    p95: 1.5,
    waste: 0.1,
    connections: null,
    minRequests: 500,
    minNetworks: 50,
  },
  author: 'admin',
  createdAt: '2026-11-20T09:00:00Z',
  winner: null,
  applied: false,
  problems: [],
};

const arm = (name: string, value: string, control = false): Schemas['ExperimentArm'] => ({
  name,
  value,
  weight: 1,
  control,
  stopped: null,
});

/** A running experiment with protocols, one that a guardrail has ended, and the steps of their lives. */
export class FakeExperiments {
  items: Experiment[] = [
    {
      ...PLAN,
      id: 'h1-or-h2',
      title: 'HTTP/1.1 or HTTP/2',
      factor: 'protocol',
      arms: [arm('h1', 'h1', true), arm('h2', 'h2')],
      phase: 'running',
      currentShare: 10,
      startedAt: '2026-11-20T10:00:00Z',
      endedAt: null,
      etag: '"7"',
    },
    {
      ...PLAN,
      id: 'coding',
      title: 'Compression of pages',
      factor: 'compression',
      arms: [
        arm('on', 'on', true),
        { ...arm('off', 'off'), stopped: 'p95: 90 ms to the first byte, control 40 ms' },
      ],
      phase: 'stopped',
      currentShare: 0,
      startedAt: '2026-11-10T10:00:00Z',
      endedAt: '2026-11-12T10:00:00Z',
      etag: '"5"',
    },
  ];
  problems: string[] = [];
  mismatch = false;
  /** Name of an arm that was stopped while others went on. */
  early: string | null = null;

  page(): Schemas['ExperimentPage'] {
    return { total: this.items.length, next: null, items: this.items };
  }

  find(id: string): Experiment {
    const found = this.items.find((each) => each.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', `experiment: ${id}`);
    return found;
  }

  create(design: Schemas['ExperimentDesign']): Experiment {
    const made: Experiment = {
      ...PLAN,
      ...design,
      hypothesis: design.hypothesis ?? '',
      routes: design.routes ?? [],
      layer: design.layer ?? 'default',
      unit: design.unit ?? 'network',
      share: design.share ?? 10,
      ramp: design.ramp ?? [],
      headline: design.headline ?? 'load',
      statistic: design.statistic ?? 'median',
      plannedMinutes: design.plannedMinutes ?? 0,
      plannedUnits: design.plannedUnits ?? 0,
      prePeriodMinutes: design.prePeriodMinutes ?? 0,
      guardrails: design.guardrails ?? PLAN.guardrails,
      arms: (design.arms ?? [{ name: 'a1' }, { name: 'a2' }]).map((each, i) =>
        arm(each.name, each.value ?? '', i === 0),
      ),
      phase: 'draft',
      currentShare: 0,
      startedAt: null,
      endedAt: null,
      etag: '"9"',
    };
    this.items.unshift(made);
    return made;
  }

  edit(id: string, design: Schemas['ExperimentDesign'], etag: string | null): Experiment {
    const found = this.find(id);
    if (etag !== found.etag) throw new Refusal(412, 'stale', 'If-Match: another version');
    Object.assign(found, {
      title: design.title,
      share: design.share ?? found.share,
      etag: '"10"',
    });
    return found;
  }

  preview(): Schemas['ExperimentPreview'] {
    return { problems: this.problems, freeShare: 90 };
  }

  step(id: string, verb: string, body: Record<string, unknown>, etag: string | null): Experiment {
    const found = this.find(id);
    if (etag !== found.etag) throw new Refusal(412, 'stale', 'If-Match: another version');
    const phases: Record<string, Experiment['phase']> = {
      start: found.phase === 'draft' && found.prePeriodMinutes > 0 ? 'planned' : 'running',
      pause: 'paused',
      resume: 'running',
      stop: 'stopped',
      decide: 'decided',
      release: 'decided',
    };
    found.phase = phases[verb] ?? found.phase;
    if (found.phase === 'planned') found.plannedAt = '2026-11-21T09:40:00Z';
    else if (verb === 'start') found.startedAt = '2026-11-21T09:40:00Z';
    if (verb === 'decide') {
      found.winner = typeof body.winner === 'string' ? body.winner : null;
      found.applied = body.apply === true;
    }
    if (verb === 'release') found.applied = false;
    return found;
  }

  remove(id: string): undefined {
    this.items = this.items.filter((each) => each.id !== id);
  }

  outcome(winner: string | null): Schemas['ExperimentOutcome'] {
    return {
      effect: `Each client of shop.example.com gets the arm ${winner}.`,
      changes: [
        {
          key: 'sites[0].routes[0].policies.compress.codings',
          file: '/etc/lychgate/gateway.yaml',
          line: 21,
          before: '["br"]',
          after: '[gzip]',
          note: 'Route page.',
        },
      ],
    };
  }

  changes(id: string): Schemas['ExperimentChanges'] {
    const start = { version: 7, at: '2026-11-20T10:00:00Z', author: 'admin', detail: '10 percent' };
    const stop = { version: 8, at: '2026-11-12T10:00:00Z', author: 'system', detail: 'off: p95' };
    return {
      items: [
        ...(id === 'coding' ? [{ ...stop, action: 'stop-arm' as const }] : []),
        { ...start, action: 'start' as const },
      ],
    };
  }

  counts(id: string): Schemas['ExperimentCounts'] {
    const { arms } = this.find(id);
    return {
      at: '2026-11-21T09:40:00Z',
      arms: arms.map(({ name }, i) => ({
        arm: name,
        units: 1000 + i * 12,
        unitsExact: true,
        views: 5000,
        connections: i === 0 ? 29_000 : 5200,
        handshakes: i === 0 ? 8000 : 4100,
        h1Equivalent: i === 0 ? 29_000 : 28_400,
        cpuSeconds: i === 0 ? 41 : 32,
        requests: 90_000,
        errors5xx: 9,
        bytes: 1_200_000_000,
        wasted: 0,
        failed: 2,
        truncated: 1,
        aborted: 40,
        got: i === 0 ? { h1: 5000, h2: 0, h3: 0 } : { h1: 100, h2: 4850, h3: 50 },
        firstByte: { p50: 12, p80: 31, p95: 88 },
        per1000:
          i === 0
            ? { connections: 5800, h1Equivalent: 5800, cpuSeconds: 8.2 }
            : { connections: 1040, h1Equivalent: 5680, cpuSeconds: 6.4 },
      })),
      sampleRatio: {
        expected: arms.map(({ name }) => (name === this.early ? null : 1006)),
        counted: arms.map((_, i) => 1000 + i * 12),
        p: this.mismatch ? 0.0000021 : 0.789,
        mismatch: this.mismatch,
      },
      breaches: [],
    };
  }
}
