import { Group, SegmentedControl } from '@mantine/core';
import type { RowSearch } from '~/text/search';
import { SearchField } from './SearchField';

interface Props {
  search: RowSearch;
  placeholder: string;
  /** Rows with a problem. */
  problems: number;
  onChange: (changed: RowSearch) => void;
}

/** Search field of a list, with the choice between all rows and those with a problem. */
export function ProblemSearch({ search, placeholder, problems, onChange }: Props) {
  return (
    <Group gap="sm" align="flex-end">
      <SearchField
        placeholder={placeholder}
        value={search.q ?? ''}
        onChange={(text) => onChange({ q: text || undefined })}
      />
      <SegmentedControl
        aria-label="Rows"
        value={search.show ?? 'all'}
        onChange={(value) => onChange({ show: value === 'problems' ? 'problems' : undefined })}
        data={[
          { value: 'all', label: 'All' },
          { value: 'problems', label: `Only problems (${problems})` },
        ]}
      />
    </Group>
  );
}
