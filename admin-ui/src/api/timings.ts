import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api, CSRF, type Schemas, take } from './client';
import type { Range } from './history';

export type Timings = Schemas['Timings'];
export type TimingGroup = Schemas['TimingGroup'];
export type ViewMetric = Schemas['ViewMetric'];

export type TimingsBy = 'protocol' | 'page' | 'cache' | 'device' | 'site';

/** Page views that a question is about; all of them if empty. */
export interface ViewPart {
  site?: string | undefined;
  page?: string | undefined;
  protocol?: Schemas['ViewProtocol'] | undefined;
  cache?: Schemas['ViewCache'] | undefined;
}

export interface TimingsQuestion extends ViewPart {
  range: Range;
  by: TimingsBy;
  metric: ViewMetric;
}

/** Milliseconds. A visit is shown within 5 seconds; the gateway needs one or two of them. */
export const REFRESH = 2000;

/** Returns the parameters of a part, without those that are not set. */
export const partOf = ({ site, page, protocol, cache }: ViewPart) => ({
  ...(site ? { site } : {}),
  ...(page ? { page } : {}),
  ...(protocol ? { protocol } : {}),
  ...(cache ? { cache } : {}),
});

/** Only a range up to now changes. */
export const refreshOf = (range: Range) => ('seconds' in range ? REFRESH : false);

export const useTimings = ({ range, by, metric, ...part }: TimingsQuestion) => {
  const query = { ...range, by, metric, ...partOf(part) };
  return useQuery({
    queryKey: ['timings', query],
    queryFn: ({ signal }) => take(api.GET('/timings', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: refreshOf(range),
  });
};

/** Makes a link to the bench page of a site. It opens once. */
export const useBenchLink = () =>
  useMutation({
    mutationFn: (body: Schemas['NewBenchLink']) =>
      take(api.POST('/bench-links', { params: { header: CSRF }, body })),
  });
