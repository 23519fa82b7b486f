import { oneOf, textOf } from '~/text/search';

export interface AuditSearch {
  q?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  outcome?: 'done' | 'refused' | undefined;
}

export const auditSearch = (raw: Record<string, unknown>): AuditSearch => ({
  q: textOf(raw, 'q'),
  actor: textOf(raw, 'actor'),
  action: textOf(raw, 'action'),
  outcome: oneOf(raw, 'outcome', ['done', 'refused']),
});
