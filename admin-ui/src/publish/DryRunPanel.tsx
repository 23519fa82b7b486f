import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type DryRun, useDryRun } from '~/api/publications';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { ScrollBox } from '~/parts/ScrollBox';
import { bytes, count, plural } from '~/text/numbers';

const RANGES = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '48', label: 'the last 48 hours' },
];

/** The draft on recorded page views. */
export function DryRunPanel({ name }: { name: string }) {
  const [hours, setHours] = useState('24');
  const run = useDryRun();
  return (
    <Panel title="Dry run on recorded page views">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Page views of"
            data={RANGES}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <Button
            variant="default"
            loading={run.isPending}
            onClick={() => run.mutate({ name, hours: Number(hours) })}
          >
            Run
          </Button>
        </Group>
        {run.isError && (
          <Notice tone="bad" urgent title="Not run">
            {sentence(run.error)}
          </Notice>
        )}
        {run.data && <Result report={run.data} />}
      </Stack>
    </Panel>
  );
}

type Side = DryRun['after'];

/** The known bytes; hints whose size is not known yet are named beside them. */
function size({ hintedBytes, unknownSizes }: Side): string {
  if (unknownSizes === 0) return bytes(hintedBytes);
  return hintedBytes === 0
    ? 'unknown'
    : `${bytes(hintedBytes)}, and ${plural(unknownSizes, 'hint')} of unknown size`;
}

function Result({ report }: { report: DryRun }) {
  const { before, after, pages, notes } = report;
  const rows: [string, (side: Side) => string][] = [
    ['Page views that a rule matches', (side) => count(side.matched)],
    ['Page views with hints', (side) => count(side.hinted)],
    ['Hints', (side) => count(side.hints)],
    ['Bytes of hinted assets', size],
  ];
  return (
    <Stack gap="sm">
      <div role="status">
        <Text fw={600}>{report.sentence}</Text>
      </div>
      {report.views > 0 && (
        <ScrollBox label="Result of the dry run">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{report.exact ? 'Exact' : 'Estimated'}</Table.Th>
                <Table.Th>In force</Table.Th>
                <Table.Th>Draft</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(([label, text]) => (
                <Table.Tr key={label}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td>{text(before)}</Table.Td>
                  <Table.Td>{text(after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
      {pages.length > 0 && (
        <ul className="plain-list" aria-label="Pages that change most">
          {pages.map(({ host, path, views, hintsBefore, hintsAfter }) => (
            <li key={`${host}${path}`}>
              <Text size="sm">
                {host}
                {path}: {count(views)} views, hints {count(hintsBefore)} → {count(hintsAfter)}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <Text size="sm" c="dimmed" key={note}>
          {note}
        </Text>
      ))}
    </Stack>
  );
}
