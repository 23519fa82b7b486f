import { Group } from '@mantine/core';
import { type Series, shown } from './series';

/** Names of the lines, each with a sample of its colour and dash, and its newest value. */
export function Legend({ series }: { series: Series }) {
  return (
    <Group component="figcaption" gap="lg" mt="xs">
      {series.lines.map((line) => (
        <Group key={line.label} gap={8}>
          <svg aria-hidden="true" width="26" height="8" opacity={line.faint ? 0.45 : 1}>
            <line
              x1="0"
              x2="26"
              y1="4"
              y2="4"
              stroke={`var(${line.color})`}
              strokeWidth="2.5"
              strokeDasharray={line.dash.join(' ')}
            />
          </svg>
          <span>
            {line.label} <strong>{shown(series, line.values.at(-1))}</strong>
          </span>
        </Group>
      ))}
    </Group>
  );
}
