import { hasCode } from '~/api/client';
import { sentence } from '~/parts/problem';

export interface Refusal {
  title: string;
  text: string;
  waitSeconds: number;
}

/** Returns the reason for a failed sign-in, in words that help the user but no attacker. */
export function refusalOf(error: unknown): Refusal | null {
  if (error === null || error === undefined) return null;
  if (hasCode(error, 'wrong-credentials')) {
    return {
      title: 'Name or password is wrong',
      text: 'Check both, and that Caps Lock is off.',
      waitSeconds: 0,
    };
  }
  if (hasCode(error, 'too-many-attempts')) {
    return {
      title: 'Too many failed attempts',
      text: 'You can try again now.',
      waitSeconds: error.retryAfter ?? 30,
    };
  }
  return { title: 'Could not sign in', text: sentence(error), waitSeconds: 0 };
}
