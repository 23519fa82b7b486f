import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CompareQuestion, PageMetric } from '~/api/analysis';
import { METRICS } from '~/text/metrics';
import type { CompareSearch } from './search';

interface Props {
  question: CompareQuestion;
  onAsk: (search: CompareSearch) => void;
}

const PROTOCOLS = [
  { value: 'h1', label: 'HTTP/1.1' },
  { value: 'h2', label: 'HTTP/2' },
  { value: 'h3', label: 'HTTP/3' },
];

/** The two sides, the metric and the site of a comparison. */
export function SideForm({ question, onAsk }: Props) {
  const [by, setBy] = useState(question.by);
  const [a, setA] = useState(question.a);
  const [b, setB] = useState(question.b);
  const [metric, setMetric] = useState<PageMetric>(question.metric);
  const [experiment, setExperiment] = useState(question.experiment ?? '');
  const [site, setSite] = useState(question.site ?? '');
  const equal = a === b;

  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (equal) return;
    onAsk({
      by: by === 'arm' ? 'arm' : undefined,
      a,
      b,
      metric,
      experiment: experiment === '' ? undefined : experiment,
      site: site === '' ? undefined : site,
    });
  };
  const change = (value: string) => {
    setBy(value === 'arm' ? 'arm' : 'protocol');
    setA(value === 'arm' ? '' : 'h1');
    setB(value === 'arm' ? '' : 'h2');
  };
  const side = (label: string, value: string, set: (value: string) => void, error?: string) =>
    by === 'protocol' ? (
      <NativeSelect
        label={label}
        data={PROTOCOLS}
        value={value}
        error={error}
        onChange={(event) => set(event.currentTarget.value)}
      />
    ) : (
      <TextInput
        label={label}
        required
        value={value}
        error={error}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  return (
    <form onSubmit={ask} aria-label="Sides of the comparison">
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Compare"
          data={[
            { value: 'protocol', label: 'Protocols' },
            { value: 'arm', label: 'Arms' },
          ]}
          value={by}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {by === 'arm' && (
          <TextInput
            label="Experiment"
            required
            value={experiment}
            onChange={(event) => setExperiment(event.currentTarget.value)}
          />
        )}
        {side('A, across', a, setA)}
        {side('B, up', b, setB, equal && a !== '' ? 'Choose another one than A' : undefined)}
        <NativeSelect
          label="Metric"
          data={METRICS.map((each) => ({ value: each.metric, label: each.label }))}
          value={metric}
          onChange={(event) => setMetric(event.currentTarget.value as PageMetric)}
        />
        <TextInput
          label="Site"
          placeholder="all"
          value={site}
          onChange={(event) => setSite(event.currentTarget.value)}
        />
        <Button type="submit" mt="1.6rem">
          Compare
        </Button>
      </Group>
    </form>
  );
}
