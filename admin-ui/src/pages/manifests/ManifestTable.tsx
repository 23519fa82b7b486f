import { Table, Text, UnstyledButton } from '@mantine/core';
import type { ManifestSummary } from '~/api/manifests';
import { Icon } from '~/parts/Icon';
import { TextLink } from '~/parts/links';
import { ScrollBox } from '~/parts/ScrollBox';
import { StateBadge } from '~/parts/StateBadge';
import { moment } from '~/text/times';
import type { Sort } from './search';
import { directionOf, nextSort } from './sorting';

interface Props {
  items: ManifestSummary[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

const COLUMNS = [
  { column: 'name', label: 'Name' },
  { column: 'state', label: 'State' },
  { column: 'draft', label: 'Draft saved' },
  { column: 'published', label: 'In force' },
] as const;

const MARKS = { ascending: 'sortUp', descending: 'sortDown', none: 'sort' } as const;

export function ManifestTable({ items, sort, onSort }: Props) {
  return (
    <ScrollBox className="panel scroll-x flush" label="Manifests, table">
      <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map(({ column, label }) => {
              const direction = directionOf(sort, column);
              return (
                <Table.Th key={column} scope="col" aria-sort={direction}>
                  <UnstyledButton className="sort" onClick={() => onSort(nextSort(sort, column))}>
                    {label}
                    <Icon name={MARKS[direction]} size={14} />
                  </UnstyledButton>
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.name}>
              <Table.Th scope="row">
                <TextLink to="/manifests/$name/edit" params={{ name: item.name }} fw={600}>
                  {item.name}
                </TextLink>
              </Table.Th>
              <Table.Td>
                <StateBadge state={item.state} />
              </Table.Td>
              <Table.Td>
                {moment(item.draftAt)}{' '}
                <Text span c="dimmed" size="sm">
                  by {item.draftAuthor}
                </Text>
              </Table.Td>
              <Table.Td>
                <InForce item={item} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function InForce({ item }: { item: ManifestSummary }) {
  if (item.state === 'retired' || item.publishedRevision === null || item.publishedAt === null) {
    return <Text c="dimmed">{item.state === 'retired' ? 'no longer' : 'never published'}</Text>;
  }
  return (
    <>
      Revision {item.publishedRevision}{' '}
      <Text span c="dimmed" size="sm">
        {moment(item.publishedAt)} by {item.publishedBy}
      </Text>
    </>
  );
}
