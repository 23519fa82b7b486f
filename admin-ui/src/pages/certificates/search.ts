import { oneOf, textOf } from '~/text/search';

export interface CertificatesSearch {
  q?: string | undefined;
  /** "problems": only certificates with a finding. */
  show?: 'problems' | undefined;
}

export const certificatesSearch = (raw: Record<string, unknown>): CertificatesSearch => ({
  q: textOf(raw, 'q'),
  show: oneOf(raw, 'show', ['problems']),
});
