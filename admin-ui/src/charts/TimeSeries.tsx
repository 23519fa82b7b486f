import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { clockTime } from '~/text/times';
import { Legend } from './Legend';
import { type Series, spoken } from './series';

interface Props {
  series: Series;
  /** Name of the figure. */
  label: string;
  height?: number;
}

/** Lines over time. Arrow keys move a cursor whose values are spoken. The caller provides the table view. */
export function TimeSeries({ series, label, height = 240 }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const scheme = useComputedColorScheme('light');
  const hint = useId();
  const shape = series.lines.map((line) => line.label).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plot only for new lines or colours; values go through setData.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const created = new uPlot(optionsOf(series, element, height), dataOf(series), element);
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
  }, [scheme, shape, height]);

  useEffect(() => {
    plot.current?.setData(dataOf(series));
  }, [series]);

  const move = (event: KeyboardEvent) => {
    const last = series.times.length - 1;
    const next = step(event.key, cursor ?? last, last);
    if (next === null || last < 0) return;
    event.preventDefault();
    setCursor(next);
    showCursor(plot.current, series, next);
  };

  const at = cursor === null ? undefined : series.times[cursor];
  return (
    <figure style={{ margin: 0 }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a chart with a keyboard cursor has no element of its own. */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor below is moved by keys.
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        onKeyDown={move}
        onBlur={() => setCursor(null)}
      >
        <div ref={box} aria-hidden="true" style={{ minHeight: height }} />
        <span id={hint} hidden>
          Left and right arrow keys read the values.
        </span>
        <span className="spoken" aria-live="polite">
          {cursor !== null && at !== undefined ? spoken(series, cursor, clockTime(at)) : ''}
        </span>
      </div>
      <Legend lines={series.lines} />
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

function dataOf(series: Series): uPlot.AlignedData {
  return [series.times.map((time) => time / 1000), ...series.lines.map((line) => line.values)];
}

function optionsOf(series: Series, element: HTMLElement, height: number): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: color('--mantine-color-dimmed'),
    grid: { stroke: color('--panel-border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width: element.clientWidth || 600,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    padding: [12, 12, 0, 0],
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(5, max * 1.15)] } },
    axes: [
      {
        ...axis,
        size: 30,
        space: 90,
        incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300],
        values: '{HH}:{mm}:{ss}',
      },
      {
        ...axis,
        size: 44,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000],
      },
    ],
    series: [
      {},
      ...series.lines.map((line) => ({
        label: line.label,
        stroke: color(line.color),
        width: 2,
        dash: line.dash,
        // A line needs two ends; a single value is a dot.
        points: { show: (_: uPlot, __: number, from: number, to: number) => to - from < 1 },
        spanGaps: false,
      })),
    ],
  };
}
