import { ProblemError } from '~/api/client';

/** Returns a sentence about an error for the user. */
export function sentence(error: unknown): string {
  if (error instanceof ProblemError) {
    const { title, detail } = error.problem;
    return detail && detail !== title ? `${title}: ${detail}` : `${title}.`.replace(/\.\.$/, '.');
  }
  if (error instanceof TypeError)
    return 'The gateway did not respond. Check that it is running and that the network is up.';
  return error instanceof Error ? error.message : 'An unknown error occurred.';
}
