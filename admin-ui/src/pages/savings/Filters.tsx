import { Group, NativeSelect } from '@mantine/core';
import type { Schemas } from '~/api/client';
import type { SavingsSearch } from './search';

interface Props {
  search: SavingsSearch;
  listeners: string[];
  sites: string[];
  nodes: Schemas['HistoryNode'][];
  onChange: (part: SavingsSearch) => void;
}

/** Choice of the traffic: all of it, a listener or a site, on all nodes or on one. */
export function Filters({ search, listeners, sites, nodes, onChange }: Props) {
  const part = partOf(search);
  const offered = [
    ...listeners.map((name) => ({ value: `listener ${name}`, label: `Listener ${name}` })),
    ...sites.map((name) => ({ value: `site ${name}`, label: `Site ${name}` })),
  ];
  // A name of the address that was not counted in this range stays visible, with its empty values.
  const isOffered = part === '' || offered.some(({ value }) => value === part);
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        size="xs"
        label="Traffic"
        value={part}
        onChange={(event) => onChange(searchOf(event.currentTarget.value))}
        data={[
          { value: '', label: 'All traffic' },
          ...offered,
          ...(isOffered ? [] : [{ value: part, label: `${part} (not counted)` }]),
        ]}
      />
      {(nodes.length > 1 || search.node !== undefined) && (
        <NativeSelect
          size="xs"
          label="Node"
          value={search.node ?? ''}
          onChange={(event) => onChange({ node: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: 'All nodes' },
            ...nodes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Group>
  );
}

function partOf({ listener, site }: SavingsSearch): string {
  if (listener !== undefined) return `listener ${listener}`;
  return site === undefined ? '' : `site ${site}`;
}

function searchOf(part: string): SavingsSearch {
  const [kind, ...name] = part.split(' ');
  return {
    listener: kind === 'listener' ? name.join(' ') : undefined,
    site: kind === 'site' ? name.join(' ') : undefined,
  };
}
