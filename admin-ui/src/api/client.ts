import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type TextProblem = Schemas['TextProblem'];
export type Protocol = Schemas['Protocol'];

export const API_BASE = '/api/v1';

/** The only fetch of the UI. Looked up late, so that a test can put a fake in its place. */
export const api = createClient<paths>({
  baseUrl: API_BASE,
  fetch: (request) => globalThis.fetch(request),
});

/** Goes with every write: a form of another site cannot set it. */
export const CSRF = { 'X-Lychgate-CSRF': '1' } as const;

/** An answer that is not a success, as a value of the contract. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** Seconds of Retry-After, when the server gave them. */
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

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer, or a ProblemError. */
export async function take<T>(pending: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await pending;
  if (response.ok) return data as T;
  throw new ProblemError(problemOf(error, response), seconds(response.headers.get('Retry-After')));
}

function problemOf(error: unknown, response: Response): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error && 'title' in error) {
    return error as Problem;
  }
  // Something between us and the gateway answered; say what is known.
  return {
    type: 'about:blank',
    title: `The gateway answered ${response.status} without an explanation`,
    status: response.status,
    code: 'internal',
  };
}

function seconds(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isFinite(value) ? value : null;
}
