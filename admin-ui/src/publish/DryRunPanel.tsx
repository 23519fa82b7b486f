import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type DryRun, useDryRun } from '~/api/publications';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { ScrollBox } from '~/parts/ScrollBox';
import { bytes, count } from '~/text/numbers';

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

function Result({ report }: { report: DryRun }) {
  const { before, after, pages, notes } = report;
  const rows: [string, number, number, (value: number) => string][] = [
    ['Page views that a rule matches', before.matched, after.matched, count],
    ['Page views with hints', before.hinted, after.hinted, count],
    ['Hints', before.hints, after.hints, count],
    ['Bytes of hinted assets', before.hintedBytes, after.hintedBytes, bytes],
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
              {rows.map(([label, old, now, text]) => (
                <Table.Tr key={label}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td>{text(old)}</Table.Td>
                  <Table.Td>{text(now)}</Table.Td>
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
