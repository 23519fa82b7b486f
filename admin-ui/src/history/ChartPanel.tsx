import { Box, Button, Group, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { HistoryEvent } from '~/api/history';
import { SeriesTable } from '~/charts/SeriesTable';
import type { Series } from '~/charts/series';
import { Panel } from '~/parts/Panel';
import { markOf, showEvent } from './EventTable';

// By itself, as the numbers around it need not wait for the drawing code.
const TimeSeries = lazy(() =>
  import('~/charts/TimeSeries').then((module) => ({ default: module.TimeSeries })),
);

interface Props {
  title: string;
  series: Series;
  events: readonly HistoryEvent[];
  /** Controls for the figures. */
  aside: ReactNode;
  view: 'chart' | 'table';
  onView: (view: 'table' | undefined) => void;
  compare: boolean;
  onCompare: (compare: boolean) => void;
  /** Address of the values as CSV. */
  csv: string;
  onZoom: (from: number, to: number) => void;
  /** The values belong to an earlier question. */
  stale: boolean;
  height?: number;
  /** Below the chart. */
  children?: ReactNode;
}

/** Panel with values over time as a chart, a table and CSV. */
export function ChartPanel({
  title,
  series,
  events,
  aside,
  view,
  onView,
  compare,
  onCompare,
  csv,
  onZoom,
  stale,
  height = 240,
  children,
}: Props) {
  const marks = useMemo(() => events.map(markOf), [events]);
  return (
    <Panel
      title={title}
      aside={
        <Group gap="xs">
          {aside}
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view}
            onChange={(value) => onView(value === 'table' ? 'table' : undefined)}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Show as table' },
            ]}
          />
          <Button component="a" size="xs" variant="default" href={csv} download>
            CSV
          </Button>
        </Group>
      }
    >
      <Switch
        size="xs"
        label="Compare with the previous period"
        checked={compare}
        onChange={(event) => onCompare(event.currentTarget.checked)}
      />
      <Box aria-busy={stale} opacity={stale ? 0.5 : 1}>
        {view === 'table' ? (
          <SeriesTable series={series} label={title} />
        ) : (
          <Suspense fallback={<Skeleton height={height} />}>
            <TimeSeries
              series={series}
              label={title}
              marks={marks}
              onPick={showEvent}
              onZoom={onZoom}
              height={height}
            />
          </Suspense>
        )}
      </Box>
      {view === 'chart' && (
        <Text size="xs" c="dimmed">
          Drag over the chart to zoom. By keyboard: arrow keys, and Enter at both ends.
        </Text>
      )}
      {children}
    </Panel>
  );
}
