import { SegmentedControl } from '@mantine/core';

interface Props {
  only: boolean;
  problems: number;
  onChange: (only: boolean) => void;
}

/** Choice between all rows of a table and those with a problem. */
export function ProblemFilter({ only, problems, onChange }: Props) {
  return (
    <SegmentedControl
      aria-label="Rows"
      value={only ? 'problems' : 'all'}
      onChange={(value) => onChange(value === 'problems')}
      data={[
        { value: 'all', label: 'All' },
        { value: 'problems', label: `Only problems (${problems})` },
      ]}
    />
  );
}
