import type { ReportFigure } from '~/api/history';

/** Half of the width stands for this relative change. A longer bar ends at the edge. */
const LIMIT = 1;
const WIDTH = 120;
const HEIGHT = 16;

/** Small picture of a change with its interval; the middle is no change. The row has the same as text. */
export function Interval({ figure: { change, low, high } }: { figure: ReportFigure }) {
  if (change === null || low === null || high === null) return null;
  return (
    <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="interval">
      <line x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} className="interval-none" />
      <line x1={x(low)} x2={x(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} className="interval-bar" />
      <circle cx={x(change)} cy={HEIGHT / 2} r={4} className="interval-dot" />
    </svg>
  );
}

function x(change: number): number {
  const bounded = Math.max(-LIMIT, Math.min(LIMIT, change));
  return 5 + ((bounded + LIMIT) / (2 * LIMIT)) * (WIDTH - 10);
}
