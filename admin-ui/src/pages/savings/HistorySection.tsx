import { NativeSelect, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Schemas } from '~/api/client';
import {
  type History,
  historyAddress,
  type Range,
  type TrafficPart,
  useHistory,
} from '~/api/history';
import { Beginning } from '~/history/Beginning';
import { ChartPanel } from '~/history/ChartPanel';
import { FIGURES, type Figure, seriesOf } from '~/history/figures';
import { fixed } from '~/history/range';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { EventsPanel } from './EventsPanel';
import type { SavingsSearch } from './search';

interface Props {
  range: Range;
  part: TrafficPart;
  search: SavingsSearch;
  sites: string[];
  go: (part: SavingsSearch) => void;
  filters: (nodes: Schemas['HistoryNode'][]) => ReactNode;
  cards: ReactNode;
}

/** Filters, totals, chart and events: everything that needs a history. */
export function HistorySection({ range, part, search, sites, go, filters, cards }: Props) {
  const figure = figureOf(search.figure);
  const compare = search.compare === 'previous';
  const question = { ...part, range, measures: [figure.measure], compare };
  const query = useHistory(question);
  return (
    <LoadingPanel query={query} what="the history">
      {(history) =>
        history.firstAt === null ? (
          <EmptyPanel icon="history" title="There is no history yet">
            The gateway adds to it each minute. Come back in a minute.
          </EmptyPanel>
        ) : (
          <>
            {filters(history.nodes)}
            {cards}
            <Chart
              history={history}
              figure={figure}
              search={search}
              csv={historyAddress(question)}
              stale={query.isPlaceholderData}
              go={go}
            />
            <EventsPanel history={history} sites={sites} site={search.site} />
          </>
        )
      }
    </LoadingPanel>
  );
}

interface ChartProps {
  history: History;
  figure: Figure;
  search: SavingsSearch;
  csv: string;
  stale: boolean;
  go: (part: SavingsSearch) => void;
}

function Chart({ history, figure, search, csv, stale, go }: ChartProps) {
  const series = useMemo(() => seriesOf(history, figure), [history, figure]);
  return (
    <ChartPanel
      title={figure.byProtocol ? `${figure.label} by protocol` : figure.label}
      series={series}
      events={history.events}
      aside={
        <NativeSelect
          size="xs"
          aria-label="Figure"
          value={figure.id}
          onChange={(event) => go({ figure: event.currentTarget.value })}
          data={FIGURES.map(({ id, label }) => ({ value: id, label }))}
        />
      }
      view={search.view ?? 'chart'}
      onView={(view) => go({ view })}
      compare={search.compare === 'previous'}
      onCompare={(on) => go({ compare: on ? 'previous' : undefined })}
      csv={csv}
      onZoom={(from, to) => go(fixed(from, to, Date.now()))}
      stale={stale}
      height={280}
    >
      <Text size="xs" c="dimmed" className="reading">
        {figure.definition}
      </Text>
      <Beginning history={history} />
    </ChartPanel>
  );
}

/** Returns the first figure for an unknown id: an address is never an error. */
function figureOf(id: string | undefined): Figure {
  return FIGURES.find((figure) => figure.id === id) ?? (FIGURES[0] as Figure);
}
