import { Table, Text } from '@mantine/core';
import type { AutomaticCertificates, CertificateOrder } from '~/api/certificates';
import type { IconName } from '~/parts/Icon';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { moment } from '~/text/times';

type Tone = 'good' | 'accent' | 'plain' | 'bad';

const STATES: Record<CertificateOrder['state'], { icon: IconName; label: string; tone: Tone }> = {
  valid: { icon: 'check', label: 'Valid', tone: 'good' },
  waiting: { icon: 'pause', label: 'Waiting', tone: 'plain' },
  ordering: { icon: 'play', label: 'Ordering', tone: 'accent' },
  failed: { icon: 'warning', label: 'Failed', tone: 'bad' },
};

/** The certificates that the gateway orders by itself, with the last error of each. */
export function OrderPanel({ automatic }: { automatic: AutomaticCertificates }) {
  return (
    <Panel
      title="Automatic certificates"
      aside={
        <Text size="sm" c="dimmed" className="wrap">
          {automatic.challenge} · {automatic.directory}
        </Text>
      }
    >
      <Text size="sm">
        {automatic.isLeader
          ? 'This node orders for all nodes of the store.'
          : 'Another node of the store orders, and this one loads what it gets.'}
      </Text>
      {automatic.orders.length > 0 ? (
        <ScrollBox label="Orders, table">
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <TableHead columns={['Names', 'State', 'End', 'Next order']} />
            <Table.Tbody>
              {automatic.orders.map((order) => (
                <Row key={order.names.join(' ')} order={order} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      ) : (
        <Text size="sm">No site has a name for which a certificate can be ordered.</Text>
      )}
    </Panel>
  );
}

function Row({ order }: { order: CertificateOrder }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className="wrap">
        {order.names.join(', ')}
      </Table.Th>
      <Table.Td>
        <Tag {...STATES[order.state]} />
        {order.error && (
          <Text size="xs" className="wrap">
            {order.failedAt && `${moment(order.failedAt)}: `}
            {order.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="nowrap">{order.end ? moment(order.end) : 'none yet'}</Table.Td>
      <Table.Td className="nowrap">{order.renewAt ? moment(order.renewAt) : 'at once'}</Table.Td>
    </Table.Tr>
  );
}
