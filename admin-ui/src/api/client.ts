import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type TextProblem = Schemas['TextProblem'];
export type Protocol = Schemas['Protocol'];

export const API_BASE = '/api/v1';

/** The only fetch of the UI. It is looked up at each call, so that a test can replace it. */
export const api = createClient<paths>({
  baseUrl: API_BASE,
  fetch: (request) => globalThis.fetch(request),
});

/** Header of every write. A form of another site cannot set it. */
export const CSRF = { 'X-Lychgate-CSRF': '1' } as const;

/** Response that is not a success, as a value of the contract. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** Seconds of Retry-After; null if the server sent none. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem.detail ?? problem.title);
    this.name = 'ProblemError';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get code(): Problem['code'] {
    return this.problem.code;
  }
}

export function hasCode(error: unknown, code: Problem['code']): error is ProblemError {
  return error instanceof ProblemError && error.code === code;
}

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the data of a response. Throws a ProblemError if it is not a success. */
export async function take<T>(pending: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await pending;
  if (response.ok) return data as T;
  throw new ProblemError(problemOf(error, response), seconds(response.headers.get('Retry-After')));
}

/** Largest page of the contract. */
const PAGE = 1000;

/** Pages of one list that a screen reads: a table with more rows is of no use to a person. */
const MOST_PAGES = 10;

interface Page {
  next: string | null;
  items: unknown[];
}

/** Reads a list page by page, and returns the first page with the items of all. */
export async function takeAll<T extends Page>(
  read: (page: { limit: number; cursor?: string }) => Promise<Result<T>>,
): Promise<T> {
  const first = await take(read({ limit: PAGE }));
  const items = [...first.items];
  let next = first.next;
  for (let pages = 1; next !== null && pages < MOST_PAGES; pages++) {
    const page = await take(read({ limit: PAGE, cursor: next }));
    items.push(...page.items);
    next = page.next;
  }
  return { ...first, next, items };
}

function problemOf(error: unknown, response: Response): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error && 'title' in error) {
    return error as Problem;
  }
  // Something between the browser and the gateway responded: report what is known.
  return {
    type: 'about:blank',
    title: `The gateway responded with ${response.status} and no explanation`,
    status: response.status,
    code: 'internal',
  };
}

function seconds(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isFinite(value) ? value : null;
}
