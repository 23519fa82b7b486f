import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { pointTime } from '~/text/times';
import { EventMarks } from './EventMarks';
import { Legend } from './Legend';
import { dataOf, optionsOf } from './plot';
import { bounded, type Mark, type Series, spanOf, spoken } from './series';

interface Props {
  series: Series;
  /** Name of the figure. */
  label: string;
  height?: number;
  /** Events, oldest first. The caller lists them as a table too. */
  marks?: readonly Mark[];
  onPick?: (id: string) => void;
  /** Called with two times in milliseconds, after a drag or Enter at both ends. */
  onZoom?: (from: number, to: number) => void;
}

const NO_MARKS: readonly Mark[] = [];

/** Lines over time. Arrow keys move a cursor whose values are spoken. The caller provides the table view. */
export function TimeSeries({
  series: given,
  label,
  height = 240,
  marks = NO_MARKS,
  onPick = () => {},
  onZoom,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const scheme = useComputedColorScheme('light');
  const hint = useId();
  const series = useMemo(() => bounded(given), [given]);
  const shape = series.lines.map((line) => `${line.label} ${line.color}`).join();
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  const canZoom = onZoom !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plot only for new lines or colours; values go through setData.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const select = (from: number, to: number) => zoom.current?.(from, to);
    const options = optionsOf({ series, element, height, onZoom: canZoom ? select : undefined });
    const created = new uPlot(options, dataOf(series), element);
    plot.current = created;
    const observer = new ResizeObserver(() =>
      created.setSize({ width: element.clientWidth, height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [scheme, shape, height, canZoom]);

  useEffect(() => {
    plot.current?.setData(dataOf(series));
  }, [series]);

  const at = cursor === null ? undefined : series.times[cursor];
  const move = (event: KeyboardEvent) => {
    const last = series.times.length - 1;
    if (event.key === 'Enter' && at !== undefined && onZoom) {
      if (anchor === null || anchor === at) return setAnchor(at);
      setAnchor(null);
      return onZoom(Math.min(anchor, at), Math.max(anchor, at));
    }
    const next = step(event.key, cursor ?? last, last);
    if (next === null || last < 0) return;
    event.preventDefault();
    setCursor(next);
    showCursor(plot.current, series, next);
  };
  const leave = () => {
    setCursor(null);
    setAnchor(null);
  };

  const span = spanOf(series);
  return (
    <figure className="chart">
      <EventMarks height={height} series={series} marks={marks} onPick={onPick} />
      {/* biome-ignore lint/a11y/useSemanticElements: a chart with a keyboard cursor has no element of its own. */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor below is moved by keys.
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        onKeyDown={move}
        onBlur={leave}
      >
        <div ref={box} aria-hidden="true" style={{ minHeight: height }} />
        <span id={hint} hidden>
          Left and right arrow keys read the values.
          {canZoom && ' Enter at two moments shows the time between them.'}
        </span>
        <span className="spoken" aria-live="polite">
          {cursor !== null && at !== undefined ? spoken(series, cursor, pointTime(at, span)) : ''}
          {anchor !== null && ` · from ${pointTime(anchor, span)}: Enter at the other end`}
        </span>
      </div>
      <Legend series={series} />
    </figure>
  );
}

function step(key: string, from: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function showCursor(plot: uPlot | null, series: Series, index: number): void {
  const time = series.times[index];
  if (plot === null || time === undefined) return;
  plot.setCursor({ left: plot.valToPos(time / 1000, 'x'), top: 10 });
}
