import { Table } from '@mantine/core';
import type { Schemas } from '~/api/client';
import { useConfigurationNodes } from '~/api/configuration';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';

/** The revision that each gateway of the store runs, and why it is not the revision in force. */
export function NodeTable() {
  const query = useConfigurationNodes();
  return (
    <Panel title="Nodes">
      <LoadingPanel query={query} what="the nodes">
        {({ items }) => <Rows nodes={items} />}
      </LoadingPanel>
    </Panel>
  );
}

function Rows({ nodes }: { nodes: Schemas['ConfigurationNode'][] }) {
  return (
    <ScrollBox className="scroll-x" label="Nodes, table">
      <Table verticalSpacing="xs">
        <TableHead columns={['Node', 'Revision', 'State']} />
        <Table.Tbody>
          {nodes.map(({ id, name, self, revision, complaint }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={400}>
                {self ? `${name} (this node)` : name}
              </Table.Th>
              <Table.Td>{revision === 0 ? '–' : revision}</Table.Td>
              <Table.Td className="wrap">
                {complaint === null ? (
                  <Tag icon="check" tone="good" label="OK" />
                ) : (
                  <Tag icon="warning" tone="bad" label={complaint} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
