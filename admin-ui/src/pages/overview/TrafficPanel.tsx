import { Group, SegmentedControl, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Sample } from '~/api/live';
import { SeriesTable } from '~/charts/SeriesTable';
import { TimeSeries } from '~/charts/TimeSeries';
import { Panel } from '~/parts/Panel';
import { connectionSeries, requestSeries } from './chartSeries';

const route = getRouteApi('/frame/');

export function TrafficPanel({ samples }: { samples: readonly Sample[] }) {
  const { chart = 'connections', view = 'chart' } = route.useSearch();
  const navigate = route.useNavigate();
  const series = useMemo(
    () => (chart === 'requests' ? requestSeries(samples) : connectionSeries(samples)),
    [samples, chart],
  );
  const title =
    chart === 'requests' ? 'Requests per second by protocol' : 'Open connections by protocol';
  const go = (part: { chart?: 'requests' | undefined; view?: 'table' | undefined }) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  return (
    <Panel
      title={title}
      aside={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Figures"
            value={chart}
            onChange={(value) => go({ chart: value === 'requests' ? 'requests' : undefined })}
            data={[
              { value: 'connections', label: 'Connections' },
              { value: 'requests', label: 'Requests/s' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view}
            onChange={(value) => go({ view: value === 'table' ? 'table' : undefined })}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Show as table' },
            ]}
          />
        </Group>
      }
    >
      {view === 'table' ? (
        <SeriesTable series={series} label={title} />
      ) : (
        <TimeSeries series={series} label={title} />
      )}
      <Text size="xs" c="dimmed">
        The last ten minutes at most, since this tab was opened. Longer history: scrape /metrics.
      </Text>
    </Panel>
  );
}
