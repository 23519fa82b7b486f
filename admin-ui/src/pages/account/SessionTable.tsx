import { Button, Table, Text } from '@mantine/core';
import { type UserSession, useEndSessions } from '~/api/people';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { moment } from '~/text/times';

/** Sessions of a user, each with the button that ends it. */
export function SessionTable({ user, sessions }: { user: string; sessions: UserSession[] }) {
  return (
    <ScrollBox className="scroll-x" label="Sessions, table">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <TableHead columns={['Browser', 'Network', 'Sign-in', 'Last seen', 'Action']} />
        <Table.Tbody>
          {sessions.map((session) => (
            <Row key={session.id} user={user} session={session} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Row({ user, session }: { user: string; session: UserSession }) {
  const end = useEndSessions();
  const { id, agent, network, createdAt, seenAt, expiresAt, current } = session;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className="wrap">
        {agent || 'unknown'}
      </Table.Th>
      <Table.Td className="mono">{network || 'unknown'}</Table.Td>
      <Table.Td>{moment(createdAt)}</Table.Td>
      <Table.Td>
        {moment(seenAt)}
        <Text size="xs" c="dimmed">
          ends on {moment(expiresAt)} at the latest
        </Text>
      </Table.Td>
      <Table.Td>
        {current ? (
          <Tag icon="check" label="This browser" tone="good" />
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending}
            aria-label={`End the session of ${agent || 'an unknown browser'}`}
            onClick={() =>
              end.mutate(
                { name: user, id },
                {
                  onSuccess: () => notify('The session has ended.'),
                  onError: (error) => notifyFailure('The session is still open', sentence(error)),
                },
              )
            }
          >
            End
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
