import type { Schemas } from '~/api/client';

export const ROLES: readonly Schemas['Role'][] = ['viewer', 'editor', 'publisher', 'admin'];

/** Sites as a list in a form: names with commas or spaces between them; empty for all. */
export function sitesOf(text: string): string[] {
  const sites = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((each) => each !== '');
  return sites.length === 0 ? ['*'] : [...new Set(sites)];
}

/** Returns the text of a form for these sites. */
export const textOfSites = (sites: string[]): string =>
  sites.includes('*') ? '' : sites.join(', ');

/** Returns a role and its sites in words: "editor of shop.example". */
export function grantText({ role, sites }: Schemas['Grant']): string {
  return sites.includes('*') ? role : `${role} of ${sites.join(', ')}`;
}
