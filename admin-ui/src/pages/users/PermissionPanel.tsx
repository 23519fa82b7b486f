import { Table } from '@mantine/core';
import { type PermissionRow, usePermissions } from '~/api/people';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { ROLES } from '~/text/roles';

/** The table of permissions that the gateway enforces. */
export function PermissionPanel() {
  const query = usePermissions();
  return (
    <Panel title="What each role may do">
      <LoadingPanel query={query} what="the permissions">
        {(page) => (
          <ScrollBox className="scroll-x" label="Permissions, table">
            <Table verticalSpacing={4} horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Operation</Table.Th>
                  {ROLES.map((role) => (
                    <Table.Th key={role} scope="col">
                      {role}
                    </Table.Th>
                  ))}
                  <Table.Th scope="col">Needs the role for</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {page.items
                  .filter(({ role }) => role !== null)
                  .map((row) => (
                    <Row key={row.operation} row={row} />
                  ))}
              </Table.Tbody>
            </Table>
          </ScrollBox>
        )}
      </LoadingPanel>
    </Panel>
  );
}

function Row({ row }: { row: PermissionRow }) {
  const least = row.role === null ? 0 : ROLES.indexOf(row.role);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <span className="mono">{row.operation}</span>
      </Table.Th>
      {ROLES.map((role, at) => (
        <Table.Td key={role}>
          {at >= least ? (
            <>
              <Icon name="check" size={14} />
              <span className="sr-only">yes</span>
            </>
          ) : (
            <span className="sr-only">no</span>
          )}
        </Table.Td>
      ))}
      <Table.Td>{row.sites}</Table.Td>
    </Table.Tr>
  );
}
