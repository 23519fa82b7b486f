/** Part of a bar: what one side did with a resource. Times are milliseconds. */
export interface Part {
  /** `queue`, `wait` and `receive` of the browser; `decide`, `server` and `send` of the gateway. */
  kind: 'queue' | 'wait' | 'receive' | 'decide' | 'server' | 'send';
  from: number;
  to: number;
  /** Tooltip. */
  label: string;
}

/** One resource: the upper bar is of the browser, the lower one of the gateway. */
export interface FallRow {
  id: string;
  label: string;
  note: string;
  browser: Part[];
  gateway: Part[];
  /** Moment at which hints or pushes left. */
  early?: number | undefined;
}

/** Vertical line at an event of the page. */
export interface FallMark {
  label: string;
  at: number;
}

/** Returns the last time of all rows and marks. */
export const endOf = (rows: readonly FallRow[], marks: readonly FallMark[]): number =>
  Math.max(
    1,
    ...marks.map(({ at }) => at),
    ...rows.flatMap(({ browser, gateway }) => [...browser, ...gateway].map(({ to }) => to)),
  );
