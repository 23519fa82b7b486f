import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { localInput, zoneName } from '~/text/times';
import { fixed, PRESETS, type Preset, type RangeSearch, rangeOf, shifted, wider } from './range';

interface Props {
  value: RangeSearch;
  /** The range of an address without one. */
  preset: Preset;
  onChange: (range: RangeSearch) => void;
}

const CUSTOM = 'custom';

/** Time range of the page: presets, fixed times, and steps to earlier, later and wider ranges. */
export function RangePicker({ value, preset, onChange }: Props) {
  const range = rangeOf(value, preset);
  const isFixed = 'from' in range;
  const [editing, setEditing] = useState(false);
  const choose = (token: string) => {
    setEditing(token === CUSTOM);
    const found = PRESETS.find((each) => each.token === token);
    if (found) onChange({ range: found.token, from: undefined, to: undefined });
  };
  const selected = isFixed || editing ? CUSTOM : (value.range ?? preset);
  return (
    <Group gap="xs" align="flex-end" className="range-picker">
      <NativeSelect
        size="xs"
        label="Time range"
        value={selected}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...PRESETS.map(({ token, label }) => ({ value: token, label })),
          { value: CUSTOM, label: 'From … to …' },
        ]}
      />
      {selected === CUSTOM && (
        <FixedTimes
          key={isFixed ? range.from + range.to : ''}
          from={isFixed ? range.from : new Date(Date.now() - range.seconds * 1000).toISOString()}
          to={isFixed ? range.to : new Date().toISOString()}
          onChange={onChange}
        />
      )}
      <Button.Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange(shifted(range, -1, Date.now()))}
        >
          Earlier
        </Button>
        {isFixed && (
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(shifted(range, 1, Date.now()))}
          >
            Later
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onChange(wider(range, Date.now()))}>
          Zoom out
        </Button>
      </Button.Group>
    </Group>
  );
}

function FixedTimes({
  from,
  to,
  onChange,
}: {
  from: string;
  to: string;
  onChange: (range: RangeSearch) => void;
}) {
  const [begin, setBegin] = useState(localInput(from));
  const [end, setEnd] = useState(localInput(to));
  const [problem, setProblem] = useState<string>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [first, last] = [Date.parse(begin), Date.parse(end)];
    if (Number.isNaN(first) || Number.isNaN(last)) return setProblem('Enter both times');
    if (first >= last) return setProblem('From is not before To');
    if (first >= Date.now()) return setProblem('From is in the future');
    setProblem(undefined);
    onChange(fixed(first, last, Date.now()));
  };
  return (
    <form onSubmit={apply} aria-label="Fixed times">
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          label={`From (${zoneName()})`}
          value={begin}
          error={problem}
          onChange={(event) => setBegin(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          label="To"
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
        <Button size="xs" type="submit">
          Apply
        </Button>
      </Group>
    </form>
  );
}
