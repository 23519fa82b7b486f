import { compact } from '~/text/numbers';
import { marksBetween } from './scale';

export interface Dot {
  id: string;
  x: number;
  y: number;
  /** Views behind it: the area of the dot. */
  size: number;
  /** Class that has a colour. */
  color: string;
  text: string;
}

interface Props {
  dots: Dot[];
  /** Names of both axes, with their unit. */
  across: string;
  up: string;
  label: string;
  picked: string | null;
  onPick: (id: string) => void;
}

const SIZE = 460;
const LEFT = 56;
const BOTTOM = 44;
const TOP = 8;
const INNER = SIZE - LEFT - TOP;
const LEAST_RADIUS = 3;
const MOST_RADIUS = 14;

/** Pairs of values on logarithmic axes with the diagonal of equal values. The caller provides the same pairs as a table. */
export function Scatter({ dots, across, up, label, picked, onPick }: Props) {
  const values = dots.flatMap(({ x, y }) => [x, y]).filter((value) => value > 0);
  const low = Math.min(...values) / 1.15;
  const high = Math.max(...values) * 1.15;
  const place = (value: number) =>
    (Math.log(Math.max(value, low)) - Math.log(low)) / (Math.log(high) - Math.log(low));
  const x = (value: number) => LEFT + place(value) * INNER;
  const y = (value: number) => TOP + (1 - place(value)) * INNER;
  const most = Math.max(...dots.map(({ size }) => size));
  const radius = (size: number) =>
    LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * Math.sqrt(size / most);
  return (
    <figure className="scatter">
      <svg viewBox={`0 0 ${SIZE} ${SIZE - TOP + BOTTOM - 36}`} role="img" aria-label={label}>
        {marksBetween(low, high).map((mark) => (
          <g key={mark}>
            <line className="lane-grid" x1={x(mark)} x2={x(mark)} y1={TOP} y2={TOP + INNER} />
            <line className="lane-grid" x1={LEFT} x2={LEFT + INNER} y1={y(mark)} y2={y(mark)} />
            <text className="lane-tick" x={x(mark)} y={TOP + INNER + 16} textAnchor="middle">
              {compact(mark)}
            </text>
            <text className="lane-tick" x={LEFT - 6} y={y(mark)} dy="0.35em" textAnchor="end">
              {compact(mark)}
            </text>
          </g>
        ))}
        <line className="scatter-equal" x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
        <text className="lane-tick" x={LEFT + INNER / 2} y={TOP + INNER + 34} textAnchor="middle">
          {across}
        </text>
        <text
          className="lane-tick"
          transform={`translate(12 ${TOP + INNER / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          {up}
        </text>
        {dots.map((dot) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: each row of the table below has a button for the same.
          <circle
            key={dot.id}
            className="scatter-dot"
            data-picked={dot.id === picked || undefined}
            style={{ fill: `var(${dot.color})` }}
            cx={x(dot.x)}
            cy={y(dot.y)}
            r={radius(dot.size)}
            onClick={() => onPick(dot.id)}
          >
            <title>{dot.text}</title>
          </circle>
        ))}
      </svg>
    </figure>
  );
}
