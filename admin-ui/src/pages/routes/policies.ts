import type { Route } from '~/api/routing';

/** A policy with the level that states it, in one line. */
export function policyText({ key, level, listener, summary }: Route['policies'][number]): string {
  const place = listener === null ? level : `${level} ${listener}`;
  return `${key} (${place}): ${summary ?? 'switched off'}`;
}
