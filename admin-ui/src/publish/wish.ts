import type { PublishRequest } from '~/api/publications';

export type When = 'now' | 'at' | 'canary';

/** The values of the form; numbers as they were typed. */
export interface WishForm {
  when: When;
  /** Value of an input of type datetime-local. */
  at: string;
  share: string;
  minutes: string;
  promote: boolean;
  serverErrors: string;
  p95: string;
  waste: string;
  minRequests: string;
}

export const FRESH: WishForm = {
  when: 'now',
  at: '',
  share: '25',
  minutes: '30',
  promote: true,
  serverErrors: '1',
  p95: '50',
  waste: '20',
  minRequests: '100',
};

/** Returns the request of the form, without a comment. */
export function wishOf(form: WishForm): PublishRequest {
  if (form.when === 'at') return { at: new Date(form.at).toISOString() };
  if (form.when === 'now') return {};
  return {
    canary: {
      share: Number(form.share),
      minutes: Number(form.minutes),
      promote: form.promote,
      guardrails: {
        serverErrors: Number(form.serverErrors),
        p95: Number(form.p95),
        waste: Number(form.waste),
        minRequests: Number(form.minRequests),
      },
    },
  };
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** Returns the reason for which the form cannot be sent; undefined if it can. */
export function whyNotWish(form: WishForm): string | undefined {
  if (form.when === 'at') {
    const time = Date.parse(form.at);
    if (Number.isNaN(time)) return 'Choose a time';
    return time <= Date.now() ? 'The time is over' : undefined;
  }
  if (form.when === 'now') return undefined;
  if (!isWhole(form.share, 1, 99)) return 'The share is 1 to 99 per cent';
  if (!isWhole(form.minutes, 1, 10_080)) return 'The time is 1 minute to 7 days';
  const rails: [string, number, number][] = [
    [form.serverErrors, 0, 100],
    [form.p95, 0, 10_000],
    [form.waste, 0, 100],
    [form.minRequests, 1, 1_000_000],
  ];
  return rails.every(([text, least, most]) => isWhole(text, least, most))
    ? undefined
    : 'A guardrail is not a whole number in its range';
}
