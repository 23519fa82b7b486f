import { type Lane, milliseconds, ticks } from './lanes';

interface Props {
  lanes: Lane[];
  /** Name of the figure. */
  label: string;
}

const LANE = 60;
const AXIS = 24;
const BAR = 14;
const BAR_TOP = 22;

/** Marks are below the bars, as a decision and its frames are microseconds apart. */
const MARK_TOP = 46;

/** Chart with a lane for each stream over a common time axis. The caller provides the same data as a table. */
export function Lanes({ lanes, label }: Props) {
  const from = Math.min(...lanes.map((lane) => lane.from));
  const to = Math.max(...lanes.map((lane) => lane.to), from + 1);
  const x = (nanos: number) => `${((nanos - from) / (to - from)) * 100}%`;
  const height = lanes.length * LANE + AXIS;
  return (
    <figure className="lanes">
      <svg role="img" aria-label={label} width="100%" height={height}>
        {ticks(from, to).map((at) => (
          <g key={at}>
            <line className="lane-grid" x1={x(at)} x2={x(at)} y1={0} y2={height - AXIS} />
            <text className="lane-tick" x={x(at)} y={height - 6} textAnchor={anchor(at, from, to)}>
              {milliseconds(at)}
            </text>
          </g>
        ))}
        {lanes.map((lane, index) => (
          <Row key={lane.id} lane={lane} top={index * LANE} x={x} />
        ))}
      </svg>
    </figure>
  );
}

/** Returns an anchor that keeps the first and the last label within the picture. */
function anchor(at: number, from: number, to: number): 'start' | 'middle' | 'end' {
  const place = (at - from) / (to - from);
  if (place < 0.04) return 'start';
  return place > 0.96 ? 'end' : 'middle';
}

function Row({ lane, top, x }: { lane: Lane; top: number; x: (nanos: number) => string }) {
  const middle = top + BAR_TOP + BAR / 2;
  return (
    <g data-lane={lane.id}>
      <text className="lane-label" x={0} y={top + 15}>
        {lane.label}
        <tspan className="lane-note" dx={8}>
          {lane.note}
        </tspan>
      </text>
      <line className="lane-life" x1={x(lane.from)} x2={x(lane.to)} y1={middle} y2={middle} />
      {lane.bars.map((bar) => (
        <Bar key={bar.from} bar={bar} top={top + BAR_TOP} x={x} />
      ))}
      {lane.marks.map((mark) => (
        <svg key={mark.number} x={x(mark.at)} y={top + MARK_TOP} overflow="visible">
          <title>{mark.label}</title>
          <line className="lane-stem" y1={middle - top - MARK_TOP} y2={-8} />
          <circle className="lane-mark" r={8} />
          <text className="lane-number" textAnchor="middle" dy="0.35em">
            {mark.number}
          </text>
        </svg>
      ))}
    </g>
  );
}

/** Bar of a stretch of time. A single moment has no width, so it is drawn with two pixels. */
function Bar({
  bar,
  top,
  x,
}: {
  bar: Lane['bars'][number];
  top: number;
  x: (nanos: number) => string;
}) {
  return (
    <g>
      <title>{bar.label}</title>
      <line className="lane-bar" x1={x(bar.from)} x2={x(bar.from)} y1={top} y2={top + BAR} />
      <line
        className="lane-run"
        x1={x(bar.from)}
        x2={x(bar.to)}
        y1={top + BAR / 2}
        y2={top + BAR / 2}
        strokeWidth={BAR}
      />
    </g>
  );
}
