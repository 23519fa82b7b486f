import type { Schemas } from '../client';
import { type FakeStore, Refusal } from './store';

type Run = Schemas['PublicationRun'];

const HASH = 'a'.repeat(64);
const AT = '2026-11-21T09:40:00Z';

/** Approvals, dry runs and publications of the fake gateway, with two nodes. */
export class FakePublishing {
  required = false;
  authors: string[] = ['sam'];
  approved: string[] = [];
  runs: Run[] = [];
  changes: Schemas['ManifestChange'][] = [];
  restored: string[] = [];
  views = 80_112;
  private readonly store: FakeStore;

  constructor(store: FakeStore) {
    this.store = store;
  }

  approvals(): Schemas['Approvals'] {
    return {
      required: this.required,
      hash: HASH,
      authors: this.authors,
      approvals: this.approved.map((approver) => ({ hash: HASH, approver, comment: '', at: AT })),
    };
  }

  approve(user: string): Schemas['Approvals'] {
    if (this.authors.includes(user)) {
      throw new Refusal(409, 'conflict', 'The current state does not allow this', {
        detail: `approver: ${user} changed this draft (expected: a person who did not)`,
      });
    }
    this.approved.push(user);
    return this.approvals();
  }

  begin(name: string, body: Record<string, unknown>): Run {
    const isCanary = body.canary !== undefined;
    const run: Run = {
      id: `run-${this.runs.length + 1}`,
      manifest: name,
      state: isCanary ? 'canary' : 'scheduled',
      hash: HASH,
      base: 1,
      revision: isCanary ? this.store.revision + 1 : null,
      author: 'admin',
      comment: String(body.comment ?? ''),
      createdAt: AT,
      dueAt: isCanary ? '2026-11-21T10:10:00Z' : String(body.at),
      reason: '',
      changedBy: 'admin',
      changedAt: AT,
      nodes: { effective: isCanary ? 1 : 0, total: isCanary ? 1 : 2 },
      progress: ['one', 'two'].map((id, index) => ({
        id,
        name: `gate-${id}`,
        canary: isCanary && index === 0,
        runs: isCanary && index === 0,
        gone: false,
        revision: this.store.revision,
      })),
      canary: isCanary
        ? {
            rules: { promote: true, serverErrors: 1, p95: 50, waste: 20, minRequests: 100 },
            canary: {
              nodes: 1,
              requests: 40,
              serverErrors: 0,
              p95Micros: 12_000,
              views: 0,
              wasted: 0,
            },
            rest: {
              nodes: 1,
              requests: 120,
              serverErrors: 0,
              p95Micros: 11_000,
              views: 0,
              wasted: 0,
            },
            sentence: '40 requests on the canary (expected: at least 100 to judge it)',
          }
        : null,
    };
    this.runs.unshift(run);
    return run;
  }

  page(): Schemas['PublicationRunPage'] {
    return { total: this.runs.length, next: null, items: this.runs };
  }

  end(id: string, how: string): Run {
    const run = this.runs.find((each) => each.id === id);
    if (!run) throw new Refusal(404, 'not-found', `publication: ${id}`);
    run.state = how === 'promote' ? 'done' : run.state === 'scheduled' ? 'cancelled' : 'undone';
    run.canary = null;
    return run;
  }

  /** True: the sizes of some hints of the draft are not known yet. */
  hasUnknownSizes = false;

  dryRun(): Schemas['DryRun'] {
    const side = {
      matched: 1100,
      hinted: 1100,
      hints: 1100,
      hintedBytes: 16_000_000,
      unknownSizes: 0,
    };
    const sizes = this.hasUnknownSizes ? { hintedBytes: 16_000_000, unknownSizes: 104 } : {};
    return {
      recording: 'paths',
      from: AT,
      to: AT,
      views: this.views,
      evaluated: this.views,
      exact: true,
      undecided: 0,
      before: side,
      after: { ...side, matched: 1204, hints: 2408, ...sizes },
      bytesPerView: 14_336,
      sentence:
        'Would have matched 1,204 of 80,112 page views of the last 24 h, +14 KB hinted a view.',
      pages: [
        { host: 'shop.example.com', path: '/sale', views: 104, hintsBefore: 0, hintsAfter: 208 },
      ],
      notes: ['Each page view counts as that of a new visitor.'],
    };
  }

  compare(name: string, from: string): Schemas['RevisionComparison'] {
    const { draft } = this.store.get(name);
    const side = { author: 'admin', at: AT, comment: '', hash: HASH };
    return {
      from: {
        ...side,
        revision: Number(from),
        text: this.store.revisionOf(name, Number(from)).text,
      },
      to: { ...side, revision: null, text: draft.text },
      semantic: true,
      changes: this.changes,
    };
  }

  restore(name: string, rule: string): Schemas['Manifest'] {
    this.restored.push(rule);
    return this.store.get(name);
  }
}
