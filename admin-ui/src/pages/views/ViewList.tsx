import { Checkbox } from '@mantine/core';
import type { PageView } from '~/api/views';
import { moment } from '~/text/times';
import { ViewTable } from '~/views/ViewTable';

const TIMES = [
  ['ttfb', 'TTFB'],
  ['lcp', 'LCP'],
  ['load', 'Load'],
] as const;

export type Chosen = [string | undefined, string | undefined];

interface Props {
  views: readonly PageView[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/** Page views with their main times. Two of those with a waterfall can be chosen. */
export function ViewList({ views, chosen, onChoose }: Props) {
  const toggle = (id: string) => {
    const rest = chosen.filter((each) => each !== undefined && each !== id);
    onChoose(
      chosen.includes(id) ? [rest[0], undefined] : [rest[0] ?? id, rest[0] ? id : undefined],
    );
  };
  const isFull = chosen[0] !== undefined && chosen[1] !== undefined;
  return (
    <ViewTable
      label="Page views, table"
      className="panel scroll-x flush"
      views={views}
      times={TIMES}
      choice={{
        heading: 'Choose',
        of: (view) =>
          view.hasWaterfall && (
            <Checkbox
              size="xs"
              aria-label={`Choose ${view.page}, ${moment(view.at)}`}
              checked={chosen.includes(view.id)}
              disabled={isFull && !chosen.includes(view.id)}
              onChange={() => toggle(view.id)}
            />
          ),
      }}
    />
  );
}
