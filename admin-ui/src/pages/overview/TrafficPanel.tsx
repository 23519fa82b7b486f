import { SegmentedControl, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type History, historyAddress, useHistory } from '~/api/history';
import type { Live } from '~/api/live';
import type { Series } from '~/charts/series';
import { Beginning } from '~/history/Beginning';
import { ChartPanel } from '~/history/ChartPanel';
import { EventTable } from '~/history/EventTable';
import { type Figure, OPEN, REQUEST_RATE, seriesOf } from '~/history/figures';
import { RangePicker } from '~/history/RangePicker';
import { fixed, isLive, rangeOf } from '~/history/range';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import type { OverviewSearch } from './search';
import { seenSeries, withTail } from './tail';

const route = getRouteApi('/frame/');
const PRESET = '10m';
const MEASURES = [OPEN.measure, REQUEST_RATE.measure];

/** Traffic by protocol over time: the history of the gateway, and of the last hour also live values. */
export function TrafficPanel({ live, held }: { live: Live; held: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const figure = search.chart === 'requests' ? REQUEST_RATE : OPEN;
  const range = rangeOf(search, PRESET);
  const compare = search.compare === 'previous';
  const question = { range, measures: MEASURES, compare };
  const query = useHistory(question, held);
  const { data } = query;
  const tail = isLive(range) ? live : null;
  const series = useMemo(() => charted(data, tail, figure), [data, tail, figure]);
  const go = (part: OverviewSearch) =>
    void navigate({
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    });
  const events = data?.events ?? [];
  return (
    <Stack gap="sm">
      <RangePicker value={search} preset={PRESET} onChange={go} />
      {series === null ? (
        <Panel title={`${figure.label} by protocol`}>
          <LoadingPanel query={query} what="the history">
            {() => null}
          </LoadingPanel>
        </Panel>
      ) : (
        <ChartPanel
          title={`${figure.label} by protocol`}
          series={series}
          events={events}
          aside={
            <SegmentedControl
              size="xs"
              aria-label="Figures"
              value={search.chart ?? 'connections'}
              onChange={(value) => go({ chart: value === 'requests' ? 'requests' : undefined })}
              data={[
                { value: 'connections', label: 'Connections' },
                { value: 'requests', label: 'Requests/s' },
              ]}
            />
          }
          view={search.view ?? 'chart'}
          onView={(view) => go({ view })}
          compare={compare}
          onCompare={(on) => go({ compare: on ? 'previous' : undefined })}
          csv={historyAddress(question)}
          onZoom={(from, to) => go(fixed(from, to, Date.now() + live.skew))}
          stale={query.isPlaceholderData}
        >
          {query.isError && (
            <Notice tone="warn" title="The history is not available">
              {sentence(query.error)} The chart shows the values that this tab has.
            </Notice>
          )}
          {data && <Beginning history={data} />}
          {events.length > 0 && <EventTable events={events} left={data?.eventsLeft ?? 0} />}
        </ChartPanel>
      )}
    </Stack>
  );
}

/** Returns null if there is nothing to draw yet. */
function charted(history: History | undefined, live: Live | null, figure: Figure): Series | null {
  if (history === undefined) return live && seenSeries(live, figure);
  return live ? withTail(history, live, figure) : seriesOf(history, figure);
}
