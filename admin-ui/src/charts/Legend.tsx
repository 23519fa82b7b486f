import { Group } from '@mantine/core';
import type { Line } from './series';

/** Names of the lines, each with a sample of its colour and dash, and its newest value. */
export function Legend({ lines }: { lines: Line[] }) {
  return (
    <Group component="figcaption" gap="lg" mt="xs">
      {lines.map((line) => (
        <Group key={line.label} gap={8}>
          <svg aria-hidden="true" width="26" height="8">
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
            {line.label} <strong>{line.values.at(-1) ?? '–'}</strong>
          </span>
        </Group>
      ))}
    </Group>
  );
}
