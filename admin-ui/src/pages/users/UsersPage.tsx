import { Button, Stack, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type User, useUsers } from '~/api/people';
import { useSession } from '~/api/session';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { OnceDialog } from '~/parts/OnceDialog';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { grantText } from '~/text/roles';
import { moment } from '~/text/times';
import type { OneTimePassword } from './oneTimePassword';
import { PermissionPanel } from './PermissionPanel';
import { UserActions } from './UserActions';
import { UserDialog } from './UserDialog';

const route = getRouteApi('/frame/users');

export function UsersPage() {
  const role = useSession()?.role;
  if (role !== 'admin') {
    return (
      <>
        <PageHead title="Users & roles" />
        <EmptyPanel icon="user" title="Only admins manage users">
          Your role is {role}. Ask an admin of this gateway to change users.
        </EmptyPanel>
        <PermissionPanel />
      </>
    );
  }
  return <Users />;
}

function Users() {
  const query = useUsers();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const [made, setMade] = useState<OneTimePassword | null>(null);
  const open = (name?: string) =>
    void navigate({ search: name === undefined ? {} : { edit: name }, replace: true });
  const edited = query.data?.items.find((each) => each.name === edit);
  return (
    <>
      <PageHead
        title="Users & roles"
        lead="Who may sign in, and what each may do on which sites."
        actions={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open('+')}>
            New user
          </Button>
        }
      />
      <Stack gap="md">
        <LoadingPanel query={query} what="the users">
          {(page) => (
            <ScrollBox className="panel scroll-x flush" label="Users, table">
              <Table verticalSpacing="sm" horizontalSpacing="md">
                <TableHead
                  columns={['Name', 'Roles', 'Last sign-in', 'Sessions', 'Tokens', 'Actions']}
                />
                <Table.Tbody>
                  {page.items.map((user) => (
                    <Row key={user.name} user={user} onEdit={open} onPassword={setMade} />
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollBox>
          )}
        </LoadingPanel>
        <PermissionPanel />
      </Stack>
      {(edit === '+' || edited) && (
        <UserDialog
          key={edit}
          {...(edited ? { user: edited } : {})}
          onCreated={setMade}
          onClose={() => open()}
        />
      )}
      {made && (
        <OnceDialog
          title={`One-time password of ${made.user}`}
          secret={made.password}
          about={`${made.user} must change it at the first sign-in.`}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  user: User;
  onEdit: (name: string) => void;
  onPassword: (made: OneTimePassword) => void;
}

function Row({ user, onEdit, onPassword }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {user.name}
        {user.disabled && <Tag icon="pause" label="Disabled" tone="bad" />}
        {user.mustChangePassword && (
          <Text size="xs" c="dimmed">
            must change the password
          </Text>
        )}
      </Table.Th>
      <Table.Td className="wrap">
        {user.grants.map((grant) => (
          <Text key={grant.role} size="sm">
            {grantText(grant)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td className="nowrap">{user.loginAt ? moment(user.loginAt) : 'never'}</Table.Td>
      <Table.Td>{user.sessions}</Table.Td>
      <Table.Td>{user.tokens}</Table.Td>
      <Table.Td>
        <UserActions user={user} onEdit={() => onEdit(user.name)} onPassword={onPassword} />
      </Table.Td>
    </Table.Tr>
  );
}
