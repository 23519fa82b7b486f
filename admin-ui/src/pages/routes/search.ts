import { oneOf, type RowSearch, rowSearch, textOf } from '~/text/search';

const SORTS = [
  'order',
  'id',
  '-id',
  'site',
  '-site',
  'path',
  '-path',
  'target',
  '-target',
  'requests',
  '-requests',
  'failed',
  '-failed',
] as const;
export type Sort = (typeof SORTS)[number];

export interface RoutesSearch extends RowSearch {
  /** The order in which routes are tried, if absent. */
  sort?: Sort | undefined;
  /** Id of the route whose chain is open. */
  route?: string | undefined;
}

export const routesSearch = (raw: Record<string, unknown>): RoutesSearch => ({
  ...rowSearch(raw),
  sort: oneOf(raw, 'sort', SORTS),
  route: textOf(raw, 'route'),
});

export const sortOf = (text: string): Sort | undefined => SORTS.find((each) => each === text);

export interface ExplainSearch {
  url?: string | undefined;
  /** GET if absent. */
  method?: string | undefined;
  /** Name of a listener; the first one if absent. */
  listener?: string | undefined;
  /** Lines of "Name: value". */
  headers?: string | undefined;
}

export const explainSearch = (raw: Record<string, unknown>): ExplainSearch => ({
  url: textOf(raw, 'url'),
  method: textOf(raw, 'method'),
  listener: textOf(raw, 'listener'),
  headers: textOf(raw, 'headers'),
});
