import type { Schemas } from '../client';
import { Refusal } from './store';

/** A used entry, an unused entry and a proposal. */
export class FakeLessons {
  readonly ledger: Schemas['LedgerEntry'][] = [
    entry('/assets/late.js', { used: 0, unused: 300, wasteShare: 1, demoted: true }),
    entry('/assets/site.css', { used: 298, unused: 2, wasteShare: 0.0067, demoted: false }),
  ];
  readonly proposals: Schemas['Proposal'][] = [
    {
      id: 'one',
      kind: 'add',
      state: 'open',
      manifest: 'learned-www.example.com',
      host: 'www.example.com',
      match: '^/p/[0-9]+$',
      regex: true,
      url: '/assets/product.css',
      replaces: null,
      as: 'style',
      crossorigin: null,
      tier: 1,
      confidence: 0.97,
      views: 412,
      hits: 410,
      reason: 'followed 410 of 412 page views',
      createdAt: '2026-11-21T09:40:00Z',
      changedAt: '2026-11-21T09:40:00Z',
      author: 'learner',
    },
  ];

  page(): Schemas['LedgerPage'] {
    return {
      at: '2026-11-21T09:40:00Z',
      rules: { demote: true, wasteBound: 0.04, minViews: 200, windowSeconds: 10 },
      beacons: {
        enabled: false,
        path: '/.well-known/lychgate/ledger',
        windowSeconds: 60,
        taken: 0,
        late: 0,
        idle: 0,
        malformed: 0,
        foreign: 0,
        limited: 0,
      },
      total: this.ledger.length,
      next: null,
      items: this.ledger,
    };
  }

  judge(key: Record<string, unknown>, demoted: boolean): Schemas['LedgerEntry'] {
    const found = this.ledger.find(({ url }) => url === key.url);
    if (found === undefined) throw new Refusal(404, 'not-found', `entry: ${key.url}`);
    found.demoted = demoted;
    found.verdict = demoted ? verdict('admin') : null;
    return found;
  }

  decide(id: string, state: Schemas['ProposalState']): Schemas['Proposal'] {
    const found = this.proposals.find((each) => each.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', `proposal: ${id}`);
    found.state = state;
    found.author = 'admin';
    return found;
  }
}

const verdict = (author: string): Schemas['LedgerVerdict'] => ({
  state: 'demoted',
  author,
  at: '2026-11-21T09:40:00Z',
  views: 300,
  wasted: 300,
});

function entry(
  url: string,
  outcome: Pick<Schemas['LedgerEntry'], 'used' | 'unused' | 'wasteShare' | 'demoted'>,
): Schemas['LedgerEntry'] {
  return {
    manifest: 'shop',
    rule: 0,
    match: '/',
    url,
    as: url.endsWith('.css') ? 'style' : 'script',
    pageViews: 300,
    pushed: 0,
    hinted: 300,
    held: 0,
    alreadyCached: 0,
    refused: 0,
    silent: 0,
    repeated: 0,
    uncached: 0,
    reported: 0,
    wastedBytes: outcome.unused * 50,
    judgedViews: 300,
    verdict: outcome.demoted ? verdict('ledger') : null,
    ...outcome,
  };
}
