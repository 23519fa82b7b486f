import { Button, Table, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { AuditEntry } from '~/api/system';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { moment } from '~/text/times';

export function AuditTable({ items }: { items: AuditEntry[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <ScrollBox className="panel scroll-x flush" label="Entries, table">
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <TableHead columns={['Time', 'Actor', 'Action', 'Subject', 'Outcome', 'Detail']} />
        <Table.Tbody>
          {items.map((entry) => (
            <Fragment key={entry.id}>
              <Row
                entry={entry}
                isOpen={open === entry.id}
                onToggle={() => setOpen(open === entry.id ? null : entry.id)}
              />
              {open === entry.id && <Change entry={entry} />}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

interface RowProps {
  entry: AuditEntry;
  isOpen: boolean;
  onToggle: () => void;
}

function Row({ entry, isOpen, onToggle }: RowProps) {
  const hasChange = entry.before !== null || entry.after !== null;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {moment(entry.at)}
      </Table.Th>
      <Table.Td className="wrap">
        {entry.actor}
        {entry.address !== null && (
          <Text size="xs" c="dimmed">
            {entry.address}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="mono">{entry.action}</Table.Td>
      <Table.Td className="wrap">{entry.subject ?? '–'}</Table.Td>
      <Table.Td>
        <Tag
          icon={entry.outcome === 'done' ? 'check' : 'cross'}
          label={entry.outcome === 'done' ? 'Done' : 'Refused'}
          tone={entry.outcome === 'done' ? 'plain' : 'bad'}
        />
      </Table.Td>
      <Table.Td className="wrap">
        {entry.detail ?? ''}
        {hasChange && (
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`Change of entry ${entry.id}`}
            onClick={onToggle}
          >
            {isOpen ? 'Hide change' : 'Show change'}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Change({ entry }: { entry: AuditEntry }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={6}>
        <State label="Before" text={entry.before} />
        <State label="After" text={entry.after} />
      </Table.Td>
    </Table.Tr>
  );
}

function State({ label, text }: { label: string; text: string | null }) {
  return (
    <>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="pre" size="sm" className="mono wrap" m={0}>
        {text === null ? 'not there' : text === '' ? 'empty' : text}
      </Text>
    </>
  );
}
