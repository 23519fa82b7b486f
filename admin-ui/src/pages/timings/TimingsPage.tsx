import { Box, Group, NativeSelect, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useOwnSite } from '~/api/session';
import { type Timings, useTimings } from '~/api/timings';
import { useViewList } from '~/api/views';
import { SeriesTable } from '~/charts/SeriesTable';
import { RangePicker } from '~/history/RangePicker';
import { fixed, rangeOf } from '~/history/range';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { count, plural } from '~/text/numbers';
import { PartFields } from '~/views/PartFields';
import { ViewTable } from '~/views/ViewTable';
import { BenchPanel } from './BenchPanel';
import { GroupTable } from './GroupTable';
import { linesOf } from './lines';
import { GROUPS, METRICS, type TimingsSearch } from './search';

// By itself, as the table need not wait for the drawing code.
const TimeSeries = lazy(() =>
  import('~/charts/TimeSeries').then((module) => ({ default: module.TimeSeries })),
);

const PRESET = '1h';
const HEIGHT = 240;
/** Page views below the chart. */
const NEWEST = 20;
const TIMES = [
  ['ttfb', 'TTFB'],
  ['fcp', 'FCP'],
  ['lcp', 'LCP'],
  ['load', 'Load'],
] as const;
const routeApi = getRouteApi('/frame/timings');

export function TimingsPage() {
  const search = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const change = (changed: Partial<TimingsSearch>) =>
    navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const range = rangeOf(search, PRESET);
  const by = search.by ?? 'protocol';
  const metric = search.metric ?? 'lcp';
  const ownSite = useOwnSite();
  const site = search.site ?? ownSite;
  const query = useTimings({ ...search, site, range, by, metric });
  const views = useViewList(range, { ...search, site, all: true, limit: NEWEST });
  return (
    <>
      <PageHead
        title="Timings"
        lead="How fast pages are for their real visitors, as their browsers report it."
      />
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <RangePicker value={search} preset={PRESET} onChange={change} />
          <NativeSelect
            size="xs"
            label="Metric"
            value={metric}
            data={[...METRICS]}
            onChange={(event) => change({ metric: event.currentTarget.value as typeof metric })}
          />
          <NativeSelect
            size="xs"
            label="Compare by"
            value={by}
            data={[...GROUPS]}
            onChange={(event) => change({ by: event.currentTarget.value as typeof by })}
          />
          <PartFields part={search} onChange={change} />
        </Group>
        <LoadingPanel query={query} what="the timings">
          {(timings) =>
            timings.groups.length === 0 ? (
              <EmptyPanel icon="overview" title="No page view was measured">
                Set the policy timings of a site, with inject on, and visit a page with a browser. A
                visit is shown here within five seconds.
              </EmptyPanel>
            ) : (
              <Stack gap="md">
                <Panel
                  title={`${METRICS.find(({ value }) => value === metric)?.label}, 80th percentile`}
                  aside={
                    <SegmentedControl
                      size="xs"
                      aria-label="View"
                      value={search.view ?? 'chart'}
                      onChange={(value) =>
                        change({ view: value === 'table' ? 'table' : undefined })
                      }
                      data={[
                        { value: 'chart', label: 'Chart' },
                        { value: 'table', label: 'Show as table' },
                      ]}
                    />
                  }
                >
                  <Lines
                    timings={timings}
                    asTable={search.view === 'table'}
                    stale={query.isPlaceholderData}
                    onZoom={(from, to) => change(fixed(from, to, Date.now()))}
                  />
                </Panel>
                <Panel title="Distribution and outcomes">
                  <GroupTable
                    groups={timings.groups}
                    metric={metric}
                    by={GROUPS.find(({ value }) => value === by)?.label ?? by}
                  />
                  <Text size="xs" c="dimmed">
                    {summary(timings)}
                  </Text>
                </Panel>
              </Stack>
            )
          }
        </LoadingPanel>
        {views.data && views.data.items.length > 0 && (
          <Panel title="Newest page views">
            <ViewTable label="Newest page views, table" views={views.data.items} times={TIMES} />
          </Panel>
        )}
        <BenchPanel />
      </Stack>
    </>
  );
}

interface LinesProps {
  timings: Timings;
  asTable: boolean;
  stale: boolean;
  onZoom: (from: number, to: number) => void;
}

function Lines({ timings, asTable, stale, onZoom }: LinesProps) {
  const series = useMemo(() => linesOf(timings), [timings]);
  const label = 'Timings, 80th percentile';
  return (
    <Box aria-busy={stale} opacity={stale ? 0.5 : 1}>
      {asTable ? (
        <SeriesTable series={series} label={label} />
      ) : (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <TimeSeries series={series} label={label} height={HEIGHT} onZoom={onZoom} />
        </Suspense>
      )}
    </Box>
  );
}

/** Returns what the gateway did with pages and reports since its start, without zeros. */
function summary({ pages, reports, resources, others }: Timings): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .filter(([, value]) => value > 0)
      .map(([name, value]) => `${name.replaceAll('_', ' ')} ${count(value)}`)
      .join(', ') || 'none';
  const rest = others > 0 ? ` ${plural(others, 'group is', 'groups are')} not shown.` : '';
  // Only users for all sites get the counts.
  if (Object.keys(pages).length === 0) return rest.trim();
  return `Since the start of this gateway: pages ${list(pages)}; reports ${list(reports)}; resources ${list(resources)}.${rest}`;
}
