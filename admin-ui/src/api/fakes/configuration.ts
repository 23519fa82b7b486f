import type { Schemas } from '../client';
import { Refusal } from './store';

const TEXT = 'zone: a\n';

/** The configuration of two gateways in memory. */
export class FakeConfiguration {
  now: Schemas['Configuration'] = {
    from: 'store',
    file: '/etc/lychgate/gateway.yaml',
    text: TEXT,
    effective: [],
    draft: { text: TEXT, author: 'ann', at: '2026-11-21T20:00:00Z', changed: false },
    published: revision(1),
    managedBy: null,
  };
  readonly nodes: Schemas['ConfigurationNodes'] = {
    items: [
      { id: '1', name: 'gate-1', self: true, revision: 1, complaint: null },
      { id: '2', name: 'gate-2', self: false, revision: 0, complaint: 'port 443 is in use' },
    ],
  };
  approvals: Schemas['Approvals'] = {
    required: false,
    hash: 'ab12'.repeat(16),
    authors: ['ann'],
    approvals: [],
  };
  /** True: this node refuses each publication. */
  refuses = false;

  validate(text: string): Schemas['Validation'] {
    const problems: Schemas['TextProblem'][] = text.includes('wrong')
      ? [{ line: 1, column: 7, severity: 'error', message: 'zone: wrong' }]
      : text.includes('http://')
        ? [{ line: 2, column: 3, severity: 'warning', message: 'a.example decides in clear text' }]
        : [];
    return { valid: problems.every(({ severity }) => severity === 'warning'), problems };
  }

  approve(approver: string): Schemas['Approvals'] {
    const given = {
      hash: this.approvals.hash,
      approver,
      comment: '',
      at: '2026-11-21T20:05:00Z',
    };
    this.approvals = { ...this.approvals, approvals: [given] };
    return this.approvals;
  }

  save(text: string): Schemas['Configuration'] {
    const draft = { ...(this.now.draft as Schemas['ConfigurationDraft']), text, changed: true };
    this.now = { ...this.now, draft };
    return this.now;
  }

  publish(): Schemas['Configuration'] {
    if (this.refuses) {
      throw new Refusal(422, 'invalid-configuration', 'text: see problems', {
        problems: [{ line: 0, column: 0, severity: 'error', message: 'port 80 is in use' }],
      });
    }
    const draft = { ...(this.now.draft as Schemas['ConfigurationDraft']), changed: false };
    this.now = { ...this.now, text: draft.text, draft, published: revision(2) };
    return this.now;
  }

  history(): Schemas['ConfigurationRevisionPage'] {
    return { total: 3, next: null, items: [3, 2, 1].map(revision) };
  }

  difference(search: URLSearchParams): Schemas['ConfigurationDifference'] {
    const side = (name: string) => ({
      revision: Number(search.get(name)) || null,
      hash: 'ab12'.repeat(16),
      text: `zone: ${search.get(name)}\n`,
    });
    const [from, to] = [side('from'), side('to')];
    const changes = [{ path: 'zone', before: search.get('from'), after: search.get('to') }];
    return { from, to, semantic: true, changes };
  }
}

function revision(number: number): Schemas['ConfigurationRevision'] {
  return {
    revision: number,
    kind: 'publish',
    author: 'ann',
    comment: 'first',
    at: '2026-11-21T20:00:00Z',
    rolledBackTo: null,
    hash: 'ab12'.repeat(16),
  };
}
