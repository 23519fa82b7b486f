import { Group } from '@mantine/core';

export interface Bar {
  name: string;
  parts: { name: string; value: number; color: string }[];
}

/** One horizontal bar for each name, whose parts add up. The caller provides the same values as a table. */
export function StackedBars({ bars, label }: { bars: Bar[]; label: string }) {
  const sum = (bar: Bar) => bar.parts.reduce((all, part) => all + part.value, 0);
  const most = Math.max(1, ...bars.map(sum));
  return (
    <figure className="chart">
      <div role="img" aria-label={label} className="stacked">
        {bars.map((bar) => (
          <div key={bar.name} className="stacked-row">
            <span>{bar.name}</span>
            <span className="stacked-bar">
              {bar.parts.map((part) => (
                <span
                  key={part.name}
                  title={`${part.name}: ${Math.round(part.value)} ms`}
                  style={{
                    inlineSize: `${(part.value / most) * 100}%`,
                    background: `var(${part.color})`,
                  }}
                />
              ))}
            </span>
          </div>
        ))}
      </div>
      <Group component="figcaption" gap="lg" mt="xs">
        {bars[0]?.parts.map((part) => (
          <Group key={part.name} gap={8}>
            <span
              aria-hidden="true"
              className="stacked-sample"
              style={{ background: `var(${part.color})` }}
            />
            <span>{part.name}</span>
          </Group>
        ))}
      </Group>
    </figure>
  );
}
