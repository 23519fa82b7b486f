import { Table, Text, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import type { Route, RoutePage } from '~/api/routing';
import { Icon } from '~/parts/Icon';
import { ScrollBox } from '~/parts/ScrollBox';
import { SortHeading } from '~/parts/SortHeading';
import { Tag } from '~/parts/Tag';
import { count, plural } from '~/text/numbers';
import { Chain } from './Chain';
import { type Sort, sortOf } from './search';

interface Props {
  items: Route[];
  listeners: RoutePage['listeners'];
  sort: Sort;
  /** Id of the route whose chain is shown. */
  open: string | undefined;
  onSort: (sort: Sort | undefined) => void;
  onOpen: (id: string | undefined) => void;
}

const COLUMNS = [
  { column: 'id', label: 'Route' },
  { column: 'site', label: 'Site' },
  { column: 'path', label: 'Path' },
  { column: 'target', label: 'Goes to' },
  { column: 'requests', label: 'Requests', isNumber: true },
  { column: 'failed', label: '5xx', isNumber: true },
] as const;

export function RouteTable({ items, listeners, sort, open, onSort, onOpen }: Props) {
  return (
    <ScrollBox className="panel scroll-x flush" label="Routes, table">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((each) => (
              <SortHeading
                key={each.column}
                {...each}
                sort={sort}
                onSort={(next) => onSort(sortOf(next))}
              />
            ))}
            <Table.Th scope="col">Problems</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((route) => {
            const isOpen = route.id === open;
            return (
              <Fragment key={route.id}>
                <Row
                  route={route}
                  isOpen={isOpen}
                  onOpen={() => onOpen(isOpen ? undefined : route.id)}
                />
                {isOpen && (
                  <Table.Tr>
                    <Table.Td colSpan={COLUMNS.length + 1}>
                      <Chain route={route} listeners={listeners} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Row({ route, isOpen, onOpen }: { route: Route; isOpen: boolean; onOpen: () => void }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <UnstyledButton
          className="sort"
          aria-expanded={isOpen}
          aria-label={`Chain of ${route.id}`}
          onClick={onOpen}
        >
          <Icon name={isOpen ? 'sortUp' : 'sortDown'} size={14} />
          {route.id}
        </UnstyledButton>
      </Table.Th>
      <Table.Td className="wrap">{route.site}</Table.Td>
      <Table.Td className="wrap">
        <span className="mono">{route.path}</span>
        <Text size="xs" c="dimmed">
          {[route.regex ? 'regular expression' : '', route.methods.join(', ')]
            .filter((each) => each !== '')
            .join(', ')}
        </Text>
      </Table.Td>
      <Table.Td className="wrap">
        {route.action.target}
        <Text size="xs" c="dimmed">
          {route.action.kind}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{count(route.requests)}</Table.Td>
      <Table.Td ta="right">{count(route.failed)}</Table.Td>
      <Table.Td>
        {route.problems.length > 0 ? (
          <Tag icon="warning" label={plural(route.problems.length, 'problem')} tone="bad" />
        ) : (
          <Text span size="sm" c="dimmed">
            none
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
