import type { Problem, Schemas, TextProblem } from '../client';

/** Refusal inside the fake gateway, which responds with problem+json. */
export class Refusal {
  readonly problem: Problem;
  constructor(status: number, code: Problem['code'], title: string, more: Partial<Problem> = {}) {
    this.problem = { type: `urn:lychgate:problem:${code}`, title, status, code, ...more };
  }
}

interface Stored {
  name: string;
  version: number;
  text: string;
  author: string;
  at: string;
  revisions: Schemas['RevisionText'][];
}

export type Validator = (text: string) => TextProblem[];

const NODES = { effective: 1, total: 1 };

/** Manifests of the fake gateway, with the contract's rules for drafts, revisions and ETags. */
export class FakeStore {
  private readonly manifests = new Map<string, Stored>();
  private readonly validate: Validator;
  revision = 0;
  author = 'admin';
  now: () => string = () => new Date().toISOString();

  constructor(validate: Validator) {
    this.validate = validate;
  }

  page(q: string, state: string | null): Schemas['ManifestPage'] {
    const items = [...this.manifests.values()]
      .filter((each) => `${each.name}\n${each.text}`.toLowerCase().includes(q.toLowerCase()))
      .map((each) => this.summary(each))
      .filter((each) => state === null || each.state === state)
      .sort((a, b) => a.name.localeCompare(b.name));
    return { total: items.length, next: null, items };
  }

  create(name: string, text: string): Schemas['Manifest'] {
    if (this.manifests.has(name)) throw new Refusal(409, 'conflict', `The manifest ${name} exists`);
    const stored = { name, version: 1, text, author: this.author, at: this.now(), revisions: [] };
    this.manifests.set(name, stored);
    return this.whole(stored);
  }

  get(name: string): Schemas['Manifest'] {
    return this.whole(this.find(name));
  }

  save(name: string, etag: string | null, text: string): Schemas['Manifest'] {
    const stored = this.guarded(name, etag);
    this.write(stored, text);
    return this.whole(stored);
  }

  publish(name: string, etag: string | null, comment: string): Schemas['Publication'] {
    const stored = this.guarded(name, etag);
    const problems = this.validate(stored.text);
    if (problems.some((problem) => problem.severity === 'error')) {
      throw new Refusal(422, 'invalid-manifest', 'The draft has errors', { problems });
    }
    return this.append(stored, 'publish', comment, stored.text, null);
  }

  rollBack(
    name: string,
    etag: string | null,
    revision: number,
    comment: string,
  ): Schemas['Publication'] {
    const stored = this.guarded(name, etag);
    const { text } = this.revisionOf(name, revision);
    if (text === null) throw new Refusal(409, 'conflict', 'A retirement has no text to return to');
    this.write(stored, text);
    return this.append(stored, 'rollback', comment, text, revision);
  }

  retire(name: string, etag: string | null, comment: string): Schemas['Publication'] {
    const stored = this.guarded(name, etag);
    if (stored.revisions.length > 0) return this.append(stored, 'retire', comment, null, null);
    this.manifests.delete(name);
    return { revision: null, manifest: null, nodes: NODES };
  }

  history(name: string): Schemas['RevisionPage'] {
    const items = this.find(name).revisions.map(({ text: _, ...revision }) => revision);
    return { total: items.length, next: null, items };
  }

  revisionOf(name: string, revision: number): Schemas['RevisionText'] {
    const found = this.find(name).revisions.find((each) => each.revision === revision);
    if (!found) throw new Refusal(404, 'not-found', `No revision ${revision} of ${name}`);
    return found;
  }

  private write(stored: Stored, text: string): void {
    stored.text = text;
    stored.version += 1;
    stored.author = this.author;
    stored.at = this.now();
  }

  private append(
    stored: Stored,
    kind: Schemas['RevisionKind'],
    comment: string,
    text: string | null,
    rolledBackTo: number | null,
  ): Schemas['Publication'] {
    this.revision += 1;
    const revision = {
      revision: this.revision,
      manifest: stored.name,
      kind,
      author: this.author,
      comment,
      at: this.now(),
      rolledBackTo,
    };
    stored.revisions.unshift({ ...revision, text });
    stored.version += 1;
    return { revision, manifest: this.whole(stored), nodes: NODES };
  }

  private find(name: string): Stored {
    const stored = this.manifests.get(name);
    if (!stored) throw new Refusal(404, 'not-found', `No manifest ${name}`);
    return stored;
  }

  private guarded(name: string, etag: string | null): Stored {
    const stored = this.find(name);
    if (etag === null) throw new Refusal(428, 'precondition-required', 'If-Match is absent');
    if (etag !== etagOf(stored)) {
      throw new Refusal(412, 'stale', 'It has changed since it was read', { etag: etagOf(stored) });
    }
    return stored;
  }

  private whole(stored: Stored): Schemas['Manifest'] {
    const { name, text, author, at } = stored;
    const newest = stored.revisions[0];
    return {
      name,
      state: stateOf(stored),
      etag: etagOf(stored),
      draft: { text, author, at, problems: this.validate(text) },
      published: newest && newest.kind !== 'retire' ? newest : null,
    };
  }

  private summary(stored: Stored): Schemas['ManifestSummary'] {
    const { name, state, etag, published } = this.whole(stored);
    return {
      name,
      state,
      etag,
      draftAuthor: stored.author,
      draftAt: stored.at,
      publishedRevision: published?.revision ?? null,
      publishedBy: published?.author ?? null,
      publishedAt: published?.at ?? null,
    };
  }
}

const etagOf = (stored: Stored): string => `"${stored.version}"`;

function stateOf(stored: Stored): Schemas['ManifestState'] {
  const newest = stored.revisions[0];
  if (!newest) return 'draft';
  if (newest.kind === 'retire') return 'retired';
  return newest.text === stored.text ? 'published' : 'changed';
}
