import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type ConfigurationRevision,
  useConfigurationDifference,
  useConfigurationHistory,
  useRollBackConfiguration,
} from '~/api/configuration';
import { TextDiff } from '~/parts/editor';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { moment } from '~/text/times';

interface Props {
  inForce: number;
  etag: string;
  mayEdit: boolean;
}

/** The last revisions: compare any two, or put one in force again. */
export function RevisionTable({ inForce, etag, mayEdit }: Props) {
  const query = useConfigurationHistory();
  const rollBack = useRollBackConfiguration();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  return (
    <Panel title="Revisions">
      {rollBack.isError && <Notice tone="bad" icon="warning" title={sentence(rollBack.error)} />}
      <LoadingPanel query={query} what="the revisions">
        {({ items }) => (
          <>
            <ScrollBox className="scroll-x" label="Revisions, table">
              <Table verticalSpacing="xs">
                <TableHead columns={['Revision', 'When', 'Who', 'Comment', 'Actions']} />
                <Table.Tbody>
                  {items.map(({ revision, at, author, comment }) => (
                    <Table.Tr key={revision}>
                      <Table.Th scope="row" fw={400}>
                        {revision === inForce ? `${revision} (in force)` : revision}
                      </Table.Th>
                      <Table.Td>{moment(at)}</Table.Td>
                      <Table.Td>{author}</Table.Td>
                      <Table.Td className="wrap">{comment}</Table.Td>
                      <Table.Td>
                        {revision !== inForce && (
                          <Group gap="xs">
                            <Button
                              size="xs"
                              variant="default"
                              onClick={() => {
                                setFrom(String(revision));
                                setTo(String(inForce));
                              }}
                            >
                              Compare {revision}
                            </Button>
                            <Button
                              size="xs"
                              variant="default"
                              disabled={!mayEdit}
                              loading={rollBack.isPending}
                              onClick={() => rollBack.mutate({ revision, etag })}
                            >
                              Restore {revision}
                            </Button>
                          </Group>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollBox>
            <Group mt="sm">
              <RevisionSelect
                label="Compare from"
                value={from}
                revisions={items}
                onChange={setFrom}
              />
              <RevisionSelect label="Compare to" value={to} revisions={items} onChange={setTo} />
            </Group>
          </>
        )}
      </LoadingPanel>
      {from !== null && to !== null && <Difference from={from} to={to} />}
    </Panel>
  );
}

interface SelectProps {
  label: string;
  value: string | null;
  revisions: ConfigurationRevision[];
  onChange: (value: string | null) => void;
}

function RevisionSelect({ label, value, revisions, onChange }: SelectProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[
        { value: '', label: '–' },
        { value: 'draft', label: 'Draft' },
        ...revisions.map(({ revision }) => ({
          value: String(revision),
          label: `Revision ${revision}`,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/** Two texts, and the values in effect that differ. */
export function Difference({ from, to }: { from: string; to: string }) {
  const query = useConfigurationDifference(from, to);
  return (
    <LoadingPanel query={query} what="the comparison">
      {(difference) => (
        <>
          {difference.changes.map(({ path, before, after }) => (
            <Text key={path} size="sm" className="mono wrap">
              {path}: {before ?? 'absent'} → {after ?? 'absent'}
            </Text>
          ))}
          <TextDiff
            label={`From ${from} to ${to}`}
            before={difference.from.text}
            after={difference.to.text}
          />
        </>
      )}
    </LoadingPanel>
  );
}
