import { NativeSelect, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TimelineDetail } from '~/api/timelines';
import { Lanes } from '~/charts/Lanes';
import { count } from '~/text/numbers';
import { type Burst, burstsOf } from './bursts';
import { lanesOf } from './runs';

const route = getRouteApi('/frame/timelines/$id');

/** Lanes that fit on a few screens; the table has the others. */
const MOST = 100;

/** One burst of the connection, the busiest unless another is asked for: the last one is often an icon. */
export function Chart({ detail }: { detail: TimelineDetail }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bursts = burstsOf(detail);
  const burst = bursts.find(({ number }) => String(number) === search.burst) ?? busiest(bursts);
  if (burst === undefined) return null;
  const lanes = lanesOf(detail, burst);
  return (
    <>
      {bursts.length > 1 && (
        <NativeSelect
          label="Burst"
          description="A second of silence begins another one"
          value={String(burst.number)}
          onChange={({ currentTarget: { value } }) =>
            navigate({
              search: (old) => ({ ...old, burst: value }),
              replace: true,
              resetScroll: false,
            })
          }
          data={bursts.map(({ number, label }) => ({ value: String(number), label }))}
        />
      )}
      {lanes.length > 0 && (
        <Lanes
          lanes={lanes.slice(0, MOST)}
          label="What each stream sent when; the same as a table is one button away"
        />
      )}
      {lanes.length > MOST && (
        <Text size="xs" c="dimmed">
          The first {count(MOST)} of {count(lanes.length)} streams; the table has them all.
        </Text>
      )}
    </>
  );
}

/** The newest of those with the most events. */
const busiest = (bursts: readonly Burst[]): Burst | undefined =>
  bursts.reduce<Burst | undefined>(
    (most, each) => (most === undefined || each.events.length >= most.events.length ? each : most),
    undefined,
  );
