import { pointTime } from '~/text/times';
import { groupsOf, type MarkGroup } from './marks';
import { AXIS_HEIGHT, AXIS_WIDTH, PADDING } from './plot';
import { type Mark, type Series, spanOf } from './series';

interface Props {
  /** Height of the chart below, in pixels. */
  height: number;
  series: Series;
  marks: readonly Mark[];
  onPick: (id: string) => void;
}

/** Vertical lines at the events of a chart. Each is a button with the number of its row in the table of events. */
export function EventMarks({ height, series, marks, onPick }: Props) {
  const groups = groupsOf(marks, series);
  if (groups.length === 0) return null;
  const span = spanOf(series);
  return (
    <ol className="event-marks" aria-label="Events on the chart">
      {groups.map((group) => (
        <li
          key={group.marks[0]?.id}
          style={{
            insetInlineStart: `calc(${AXIS_WIDTH}px + (100% - ${AXIS_WIDTH + PADDING}px) * ${group.place.toFixed(4)})`,
          }}
        >
          <i className="event-line" style={{ blockSize: height - AXIS_HEIGHT }} />
          <button
            type="button"
            className="event-number"
            aria-label={nameOf(group, span)}
            onClick={() => onPick(group.marks[0]?.id ?? '')}
          >
            {numbersOf(group)}
          </button>
          {group.hasRoom && <span aria-hidden="true">{wordOf(group)}</span>}
        </li>
      ))}
    </ol>
  );
}

const numbersOf = ({ number, marks }: MarkGroup): string =>
  marks.length === 1 ? `${number}` : `${number}–${number + marks.length - 1}`;

const wordOf = ({ marks }: MarkGroup): string =>
  marks.length === 1 ? (marks[0]?.word ?? '') : `${marks.length} events`;

function nameOf({ number, marks }: MarkGroup, span: number): string {
  const all = marks.map((mark) => `${mark.word}: ${mark.text}`).join('; ');
  return `Event ${number}, ${pointTime(marks[0]?.at ?? 0, span)}, ${all}`;
}
