import { Table, UnstyledButton } from '@mantine/core';
import { Icon } from './Icon';

const MARKS = { ascending: 'sortUp', descending: 'sortDown', none: 'sort' } as const;

interface Props {
  column: string;
  label: string;
  /** Present order: a column, with a leading minus if it is descending. */
  sort: string;
  isNumber?: boolean;
  onSort: (sort: string) => void;
}

/** Heading of a column that sorts the table: ascending, then descending. Numbers start with the largest. */
export function SortHeading({ column, label, sort, isNumber = false, onSort }: Props) {
  const down = `-${column}`;
  const direction = sort === column ? 'ascending' : sort === down ? 'descending' : 'none';
  const first = isNumber ? down : column;
  const second = isNumber ? column : down;
  return (
    <Table.Th scope="col" aria-sort={direction} ta={isNumber ? 'right' : undefined}>
      <UnstyledButton className="sort" onClick={() => onSort(sort === first ? second : first)}>
        {label}
        <Icon name={MARKS[direction]} size={14} />
      </UnstyledButton>
    </Table.Th>
  );
}
