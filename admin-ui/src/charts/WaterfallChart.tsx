import { milliseconds, ticks } from './lanes';
import type { FallMark, FallRow, Part } from './waterfall';

interface Props {
  rows: readonly FallRow[];
  marks: readonly FallMark[];
  /** Right end of the axis in milliseconds. Two charts with the same end can be compared. */
  end: number;
  /** Name of the figure. */
  label: string;
}

const NANOS = 1e6;
const ROW = 46;
const BAR = 9;
const BROWSER = 19;
const GATEWAY = BROWSER + BAR + 2;
const TOP = 18;
const AXIS = 24;

/** Waterfall with two bars for each resource over a common time axis. The caller provides the same data as a table. */
export function WaterfallChart({ rows, marks, end, label }: Props) {
  const x = (at: number) => `${Math.min(100, Math.max(0, (at / end) * 100)).toFixed(3)}%`;
  const bottom = TOP + rows.length * ROW;
  return (
    <figure className="lanes">
      <svg role="img" aria-label={label} width="100%" height={bottom + AXIS}>
        {ticks(0, end * NANOS).map((nanos) => (
          <g key={nanos}>
            <line
              className="lane-grid"
              x1={x(nanos / NANOS)}
              x2={x(nanos / NANOS)}
              y1={TOP}
              y2={bottom}
            />
            <text
              className="lane-tick"
              x={x(nanos / NANOS)}
              y={bottom + 16}
              textAnchor={anchor(nanos / NANOS / end)}
            >
              {milliseconds(nanos)}
            </text>
          </g>
        ))}
        {marks.map((mark) => (
          <g key={mark.label}>
            <title>{`${mark.label}: ${milliseconds(mark.at * NANOS)}`}</title>
            <line className="fall-mark" x1={x(mark.at)} x2={x(mark.at)} y1={TOP - 4} y2={bottom} />
            <text className="lane-tick" x={x(mark.at)} y={11} textAnchor={anchor(mark.at / end)}>
              {mark.label}
            </text>
          </g>
        ))}
        {rows.map((row, index) => (
          <g key={row.id} data-row={row.id}>
            <text className="lane-label" x={0} y={TOP + index * ROW + 13}>
              {row.label}
              <tspan className="lane-note" dx={8}>
                {row.note}
              </tspan>
            </text>
            <Bar parts={row.browser} y={TOP + index * ROW + BROWSER} x={x} />
            <Bar parts={row.gateway} y={TOP + index * ROW + GATEWAY} x={x} />
            {row.early !== undefined && (
              <line
                className="fall-early"
                x1={x(row.early)}
                x2={x(row.early)}
                y1={TOP + index * ROW + GATEWAY - 1}
                y2={TOP + index * ROW + GATEWAY + BAR + 4}
              >
                <title>Hints or pushes left</title>
              </line>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** Returns an anchor that keeps the label within the picture. */
function anchor(place: number): 'start' | 'middle' | 'end' {
  if (place < 0.06) return 'start';
  return place > 0.94 ? 'end' : 'middle';
}

/** A part without a duration is drawn with one pixel. */
function Bar({ parts, y, x }: { parts: readonly Part[]; y: number; x: (at: number) => string }) {
  return parts.map((part) => (
    <g key={part.kind} className={`fall-${part.kind}`}>
      <title>{part.label}</title>
      <line x1={x(part.from)} x2={x(part.from)} y1={y} y2={y + BAR} strokeWidth={1} />
      <line
        x1={x(part.from)}
        x2={x(part.to)}
        y1={y + BAR / 2}
        y2={y + BAR / 2}
        strokeWidth={part.kind === 'queue' ? 2 : BAR}
      />
    </g>
  ));
}
