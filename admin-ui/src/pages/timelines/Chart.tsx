import { NativeSelect, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TimelineDetail } from '~/api/timelines';
import { Lanes } from '~/charts/Lanes';
import { count } from '~/text/numbers';
import { type Burst, burstsOf } from './bursts';
import { lanesOf } from './runs';

const route = getRouteApi('/frame/timelines/$id');

/** Maximum number of lanes, which fit on a few screens; the table has the others. */
const MOST = 100;

/** Chart of one burst of the connection: the busiest by default, as the last one is often an icon. */
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
          description="A new burst begins after a second without events"
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
          label="Frames of each stream over time; also available as a table"
        />
      )}
      {lanes.length > MOST && (
        <Text size="xs" c="dimmed">
          The first {count(MOST)} of {count(lanes.length)} streams; the table has all.
        </Text>
      )}
    </>
  );
}

/** Returns the newest of the bursts with the most events. */
const busiest = (bursts: readonly Burst[]): Burst | undefined =>
  bursts.reduce<Burst | undefined>(
    (most, each) => (most === undefined || each.events.length >= most.events.length ? each : most),
    undefined,
  );
