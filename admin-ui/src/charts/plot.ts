import type uPlot from 'uplot';
import { compact } from '~/text/numbers';
import { axisTime } from '~/text/times';
import type { Series } from './series';

/** Width of the vertical axis and of the space at the right end, in pixels: event marks are placed by them. */
export const AXIS_WIDTH = 52;
export const PADDING = 12;
export const AXIS_HEIGHT = 30;

/** Time before and after a single moment. */
const LONE_SECONDS = 1800;

/** Least selection in pixels that is a zoom and not a click. */
const SELECTION = 8;

export function dataOf(series: Series): uPlot.AlignedData {
  return [series.times.map((time) => time / 1000), ...series.lines.map((line) => line.values)];
}

export interface PlotLook {
  series: Series;
  element: HTMLElement;
  height: number;
  /** Called with the times of a selection, in milliseconds. Without it nothing can be selected. */
  onZoom: ((from: number, to: number) => void) | undefined;
}

export function optionsOf({ series, element, height, onZoom }: PlotLook): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: color('--mantine-color-dimmed'),
    grid: { stroke: color('--panel-border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  // Counts have no marks between whole numbers; a format belongs to measured values.
  const least = series.format ? 0 : 5;
  return {
    width: element.clientWidth || 600,
    height,
    legend: { show: false },
    cursor: {
      drag: { x: onZoom !== undefined, y: false, setScale: false },
      points: { size: 7 },
    },
    padding: [12, PADDING, 0, 0],
    scales: {
      x: { time: true, range: (_, min, max) => timesOf(min, max) },
      y: { range: (_, min, max) => rangeOf(min, max, least) },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT,
        space: 90,
        values: (_, marks, __, ___, step) => marks.map((at) => axisTime(at * 1000, step * 1000)),
      },
      { ...axis, size: AXIS_WIDTH, values: (_, marks) => marks.map(compact) },
    ],
    series: [
      {},
      ...series.lines.map((line) => ({
        label: line.label,
        stroke: color(line.color),
        width: 2,
        dash: line.dash,
        alpha: line.faint ? 0.45 : 1,
        // A line needs two ends; a single value is a dot.
        points: { show: (_: uPlot, __: number, from: number, to: number) => to - from < 1 },
        spanGaps: false,
      })),
    ],
    hooks: { setSelect: onZoom === undefined ? [] : [(plot) => zoom(plot, onZoom)] },
  };
}

/** Returns the range of the moments; both are null without any. Around a single one, uPlot would show years. */
function timesOf(min: number | null, max: number | null): uPlot.Range.MinMax {
  return min !== null && max !== null && min === max
    ? [min - LONE_SECONDS, max + LONE_SECONDS]
    : [min, max];
}

/** Returns a range with 0 and some room; `min` and `max` are null without any value. */
function rangeOf(min: number | null, max: number | null, least: number): [number, number] {
  const top = Math.max(least, (max ?? 0) * 1.15);
  const bottom = Math.min(0, (min ?? 0) * 1.15);
  return top === bottom ? [0, 1] : [bottom, top];
}

function zoom(plot: uPlot, onZoom: (from: number, to: number) => void): void {
  const { left, width } = plot.select;
  if (width < SELECTION) return;
  const from = plot.posToVal(left, 'x');
  const to = plot.posToVal(left + width, 'x');
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom(from * 1000, to * 1000);
}
