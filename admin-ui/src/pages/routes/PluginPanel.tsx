import { Table, Text } from '@mantine/core';
import { type Plugin, usePlugins } from '~/api/routing';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { count, plural } from '~/text/numbers';

/** The loaded plug-ins with their uses and failures. Shown only if the configuration names a folder. */
export function PluginPanel() {
  const { data } = usePlugins();
  if (!data?.folder) {
    return null;
  }
  return (
    <Panel title="Plug-ins">
      <Text size="sm" className="wrap">
        {data.items.length === 0 ? 'There is no jar in ' : 'From the jars in '}
        <span className="mono">{data.folder}</span>. Counters are those since the start of this
        node.
      </Text>
      {data.items.length > 0 && (
        <ScrollBox className="scroll-x" label="Plug-ins, table">
          <Table verticalSpacing="xs">
            <TableHead
              columns={[
                'Plug-in',
                'Kind',
                'Jar',
                'Used by',
                { number: 'Calls' },
                { number: 'Failures' },
              ]}
            />
            <Table.Tbody>
              {data.items.map((plugin) => (
                <Row key={plugin.name} plugin={plugin} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </Panel>
  );
}

function Row({ plugin }: { plugin: Plugin }) {
  const users = [
    ...plugin.routes.map((id) => `route ${id}`),
    ...plugin.upstreams.map((name) => `upstream ${name}`),
  ];
  return (
    <Table.Tr>
      <Table.Th scope="row">{plugin.name}</Table.Th>
      <Table.Td>{plugin.kind}</Table.Td>
      <Table.Td>
        {plugin.jar}
        {plugin.version && ` (${plugin.version})`}
      </Table.Td>
      <Table.Td className="wrap">{users.join(', ') || 'Not used'}</Table.Td>
      <Table.Td ta="right">{count(plugin.calls)}</Table.Td>
      <Table.Td ta="right">
        {count(plugin.failures)}
        {plugin.slowCalls > 0 && (
          <Text size="xs" className="wrap">
            {plural(plugin.slowCalls, 'call')} held an event loop
          </Text>
        )}
        {plugin.lastFailure && (
          <Text size="xs" c="dimmed" className="wrap">
            {plugin.lastFailure}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
