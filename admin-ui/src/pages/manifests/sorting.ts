import type { ManifestSummary } from '~/api/manifests';
import type { Sort } from './search';

type Column = 'name' | 'state' | 'draft' | 'published';

const KEYS: Record<Column, (item: ManifestSummary) => string | number> = {
  name: (item) => item.name,
  state: (item) => item.state,
  draft: (item) => item.draftAt,
  published: (item) => item.publishedRevision ?? 0,
};

export function sorted(items: readonly ManifestSummary[], sort: Sort): ManifestSummary[] {
  const down = sort.startsWith('-');
  const key = KEYS[sort.replace('-', '') as Column];
  return [...items].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const order = left < right ? -1 : left > right ? 1 : a.name.localeCompare(b.name);
    return down ? -order : order;
  });
}

/** Returns the order after a click on a header: ascending, then descending. */
export function nextSort(current: Sort, column: Column): Sort {
  return current === column ? `-${column}` : column;
}

export function directionOf(current: Sort, column: Column): 'ascending' | 'descending' | 'none' {
  if (current === column) return 'ascending';
  return current === `-${column}` ? 'descending' : 'none';
}
