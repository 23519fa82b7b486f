import { Group, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { compact } from '~/text/numbers';
import type { Curves } from './curves';
import { AXIS_HEIGHT, AXIS_WIDTH, PADDING } from './plot';

interface Props {
  curves: Curves;
  /** Name of the figure. */
  label: string;
  height?: number;
  /** Logarithmic horizontal axis. */
  isLog?: boolean;
}

/** Curves over numbers, not over time. The caller provides the same values as a table. */
export function CurveChart({ curves, label, height = 260, isLog = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the scheme are read from the element.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const data: uPlot.AlignedData = [curves.places, ...curves.curves.map(({ values }) => values)];
    const plot = new uPlot(optionsOf(curves, element, height, isLog), data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [curves, height, isLog, scheme]);

  return (
    <figure className="chart">
      <div role="img" aria-label={label}>
        <div ref={box} aria-hidden="true" style={{ minHeight: height }} />
      </div>
      <Group component="figcaption" gap="lg" mt="xs">
        {curves.curves.map((curve) => (
          <Group key={curve.label} gap={8}>
            <svg aria-hidden="true" width="26" height="8">
              <line
                x1="0"
                x2="26"
                y1="4"
                y2="4"
                stroke={`var(${curve.color})`}
                strokeWidth="2.5"
                strokeDasharray={curve.dash.join(' ')}
              />
            </svg>
            <span>{curve.label}</span>
          </Group>
        ))}
      </Group>
    </figure>
  );
}

function optionsOf(
  curves: Curves,
  element: HTMLElement,
  height: number,
  isLog: boolean,
): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: color('--mantine-color-dimmed'),
    grid: { stroke: color('--panel-border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
    labelFont: `12px ${style.fontFamily}`,
    labelSize: 20,
  };
  const band = curves.band;
  return {
    width: element.clientWidth || 600,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    padding: [12, PADDING, 0, 0],
    scales: { x: isLog ? { time: false, distr: 3 } : { time: false } },
    axes: [
      {
        ...axis,
        label: curves.across,
        size: AXIS_HEIGHT,
        values: (_, marks) => marks.map((mark) => (mark === null ? '' : curves.formatPlace(mark))),
      },
      {
        ...axis,
        label: curves.up,
        size: AXIS_WIDTH,
        values: (_, marks) => marks.map(compact),
      },
    ],
    series: [
      {},
      ...curves.curves.map((curve) => ({
        label: curve.label,
        stroke: color(curve.color),
        width: 2,
        dash: curve.dash,
        points: { show: false },
      })),
    ],
    bands: band
      ? [{ series: [band[1] + 1, band[0] + 1], fill: `${color('--protocol-h2')}22` }]
      : [],
  };
}
