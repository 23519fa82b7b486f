import { Stack, Table, Text } from '@mantine/core';
import { type SystemReport, useSystem } from '~/api/system';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { Tag } from '~/parts/Tag';
import { BackupPanel } from './BackupPanel';
import { StorePanel } from './StorePanel';

const MARKS = {
  ok: { icon: 'check', tone: 'good', label: 'OK' },
  warn: { icon: 'warning', tone: 'accent', label: 'Warning' },
  fail: { icon: 'cross', tone: 'bad', label: 'Failed' },
  skip: { icon: 'skip', tone: 'plain', label: 'Skipped' },
} as const;

export function SystemPage() {
  const query = useSystem();
  return (
    <>
      <PageHead
        title="System"
        lead="Versions and checks of this node, the store, and its backups. The same checks run with `lychgate doctor`."
      />
      <LoadingPanel query={query} what="the state of the system">
        {(report) => (
          <Stack gap="md">
            <Versions versions={report.versions} />
            <Checks checks={report.checks} />
            <StorePanel store={report.store} />
            <BackupPanel />
            <Text size="sm">
              <TextLink to="/nodes" size="sm">
                Nodes of the fleet
              </TextLink>
              {' · '}
              <TextLink to="/audit" size="sm">
                Audit trail
              </TextLink>
              {' · '}
              <TextLink to="/api-reference" size="sm">
                API
              </TextLink>
            </Text>
          </Stack>
        )}
      </LoadingPanel>
    </>
  );
}

function Versions({ versions }: { versions: SystemReport['versions'] }) {
  const rows: [string, string][] = [
    ['Lychgate', versions.gateway],
    ['Java', versions.java],
    ['Netty', versions.netty],
    ['System', versions.system],
    ['Schema of the store', String(versions.schema)],
  ];
  return (
    <Panel title="Versions">
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} w={180}>
                {name}
              </Table.Th>
              <Table.Td className="mono wrap">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Checks({ checks }: { checks: SystemReport['checks'] }) {
  return (
    <Panel title="Checks of this machine">
      <ScrollBox className="scroll-x" label="Checks, table">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Check</Table.Th>
              <Table.Th scope="col">Result</Table.Th>
              <Table.Th scope="col">Found</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {checks.map((check) => (
              <Table.Tr key={check.step}>
                <Table.Th scope="row" fw={400} className="mono">
                  {check.step}
                </Table.Th>
                <Table.Td>
                  <Tag {...MARKS[check.status]} />
                </Table.Td>
                <Table.Td className="wrap">
                  {check.found}
                  {check.advice !== '' && (
                    <Text size="sm" c="dimmed">
                      {check.advice}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  );
}
