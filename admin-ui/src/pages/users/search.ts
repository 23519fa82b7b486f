import { textOf } from '~/text/search';

export interface UsersSearch {
  /** The user whose dialog is open; `+` for a new one, which begins no name. */
  edit?: string | undefined;
}

export const usersSearch = (raw: Record<string, unknown>): UsersSearch => ({
  edit: textOf(raw, 'edit'),
});
