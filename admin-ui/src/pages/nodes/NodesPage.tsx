import { Stack, Table, Text } from '@mantine/core';
import { type FleetNode, type Status, useStatus } from '~/api/status';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { count } from '~/text/numbers';
import { ago } from '~/text/times';

const STATES = {
  current: { icon: 'check', tone: 'good', label: 'Current' },
  behind: { icon: 'history', tone: 'accent', label: 'Behind' },
  gone: { icon: 'cross', tone: 'bad', label: 'Gone' },
} as const;

export function NodesPage() {
  const query = useStatus();
  return (
    <>
      <PageHead
        title="Nodes"
        lead="The gateways of this store, and the revision that each of them runs. A node that has not reported for 15 seconds counts as gone."
      />
      <LoadingPanel query={query} what="the nodes">
        {(status) => <Content status={status} />}
      </LoadingPanel>
    </>
  );
}

function Content({ status }: { status: Status }) {
  const versions = new Set(status.fleet.map((node) => node.version));
  const { effective, total } = status.nodes;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        Revision {count(status.revision)} is effective on {effective} of {total} nodes.
      </Text>
      {status.store.state !== 'up' && (
        <Notice tone="bad" title="The store cannot be used">
          {status.store.detail ?? status.store.state}
        </Notice>
      )}
      {status.store.state === 'up' && status.store.detail && (
        <Notice tone="info" title="The store has a newer schema">
          {status.store.detail}.
        </Notice>
      )}
      {versions.size > 1 && (
        <Notice tone="info" title="Nodes have different versions">
          {[...versions].join(', ')}. This is expected during an upgrade only.
        </Notice>
      )}
      <NodeTable nodes={status.fleet} revision={status.revision} />
    </Stack>
  );
}

function NodeTable({ nodes, revision }: { nodes: FleetNode[]; revision: number }) {
  const now = Date.now();
  return (
    <ScrollBox className="panel scroll-x flush" label="Nodes, table">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <TableHead columns={['Node', 'State', 'Revision', 'Version', 'Last report']} />
        <Table.Tbody>
          {nodes.map((node) => (
            <Table.Tr key={node.id}>
              <Table.Th scope="row" fw={400} className="wrap">
                {node.name}
                {node.own && (
                  <Text size="xs" c="dimmed">
                    this node
                  </Text>
                )}
              </Table.Th>
              <Table.Td>
                <Tag {...STATES[node.state]} />
                {node.detail !== null && <Text size="sm">{node.detail}</Text>}
              </Table.Td>
              <Table.Td>
                {count(node.revision)}
                {node.state === 'behind' && revision > node.revision && (
                  <Text size="xs" c="dimmed">
                    {count(revision - node.revision)} behind
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="mono">{node.version}</Table.Td>
              <Table.Td>{node.seenAt === null ? 'now' : ago(node.seenAt, now)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
