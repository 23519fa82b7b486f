import type { ServerOverride } from '~/api/routing';
import { moment } from '~/text/times';

/** Formats a decision: what, by whom, when and why. */
export function decided({ kind, author, at, reason }: ServerOverride): string {
  const what = kind === 'drain' ? 'Drained' : 'Ejected';
  return `${what} by ${author}, ${moment(at)}${reason === '' ? '' : `: ${reason}`}`;
}
