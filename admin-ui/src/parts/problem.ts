import { ProblemError } from '~/api/client';

/** What went wrong, for a person. */
export function sentence(error: unknown): string {
  if (error instanceof ProblemError) {
    const { title, detail } = error.problem;
    return detail && detail !== title ? `${title}: ${detail}` : `${title}.`.replace(/\.\.$/, '.');
  }
  if (error instanceof TypeError)
    return 'The gateway did not answer. Is it running, and is the network up?';
  return error instanceof Error ? error.message : 'Something failed without saying why.';
}
