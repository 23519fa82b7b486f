import type { Route } from '~/api/routing';
import type { RoutesSearch, Sort } from './search';

type Column = 'id' | 'site' | 'path' | 'target' | 'requests' | 'failed';

const KEYS: Record<Column, (route: Route) => string | number> = {
  id: (route) => route.id,
  site: (route) => route.site,
  path: (route) => route.path,
  target: (route) => `${route.action.kind} ${route.action.target}`,
  requests: (route) => route.requests,
  failed: (route) => route.failed,
};

/** Returns the routes in this order; those with equal values stay in the order in which they are tried. */
export function sorted(routes: readonly Route[], sort: Sort): Route[] {
  if (sort === 'order') return [...routes];
  const down = sort.startsWith('-');
  const key = KEYS[sort.replace('-', '') as Column];
  return [...routes].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const order = left < right ? -1 : left > right ? 1 : 0;
    return down ? -order : order;
  });
}

export function isWanted(route: Route, { q = '', show }: RoutesSearch): boolean {
  const text = q.toLowerCase();
  const hasText = [route.id, route.path, route.action.target, ...route.hosts].some((each) =>
    each.toLowerCase().includes(text),
  );
  return hasText && (show === undefined || route.problems.length > 0);
}
