import { Code, Stack, Table, Text } from '@mantine/core';
import { type SystemReport, useSystem } from '~/api/system';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { TextLink } from '~/parts/links';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { plural } from '~/text/numbers';
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
        lead={
          <>
            Versions and checks of this node, the store, and its backups. The same checks run with{' '}
            <Code>lychgate doctor</Code>.
          </>
        }
      />
      <LoadingPanel query={query} what="the state of the system">
        {(report) => (
          <Stack gap="md">
            <Versions versions={report.versions} />
            <Checks checks={report.checks} />
            <StorePanel store={report.store} />
            {report.auditForward !== null && <AuditForward forward={report.auditForward} />}
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

const FORWARD_STATES = {
  waiting: 'waits for its first look',
  idle: 'has all entries, or another node sends them',
  sending: 'gets entries',
  failing: 'cannot be reached',
} as const;

function AuditForward({ forward }: { forward: NonNullable<SystemReport['auditForward']> }) {
  return (
    <Panel title="Receiver of the audit trail">
      <Text size="sm">
        <span className="mono">{forward.receiver}</span> {FORWARD_STATES[forward.state]}.{' '}
        {forward.behind > 0 && `${plural(forward.behind, 'entry', 'entries')} wait in the store. `}
        {forward.lost > 0 &&
          `${plural(forward.lost, 'entry', 'entries')} cannot be sent any more. `}
      </Text>
      {forward.problem !== null && (
        <Notice tone="warn" title="The receiver cannot be reached">
          {forward.problem}
        </Notice>
      )}
    </Panel>
  );
}

function Checks({ checks }: { checks: SystemReport['checks'] }) {
  return (
    <Panel title="Checks of this machine">
      <ScrollBox className="scroll-x" label="Checks, table">
        <Table verticalSpacing="xs">
          <TableHead columns={['Check', 'Result', 'Found']} />
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
