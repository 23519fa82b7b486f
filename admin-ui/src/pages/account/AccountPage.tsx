import { Button, List, Stack, Text } from '@mantine/core';
import { useEndSessions, useSessions } from '~/api/people';
import { useSession } from '~/api/session';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { TextLink } from '~/parts/links';
import { notify, notifyFailure } from '~/parts/notify';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { grantText } from '~/text/roles';
import { SessionTable } from './SessionTable';

/** Own account: roles, password, sessions. */
export function AccountPage() {
  const session = useSession();
  if (session === null) return null;
  return (
    <>
      <PageHead title="Your account" lead={`You are signed in as ${session.user}.`} />
      <Stack gap="md">
        <Panel title="Roles">
          <List size="sm">
            {session.grants.map((grant) => (
              <List.Item key={grant.role}>{grantText(grant)}</List.Item>
            ))}
          </List>
        </Panel>
        <Panel title="Password and tokens">
          <Text size="sm">
            <TextLink to="/password">Change the password</TextLink>, or manage the{' '}
            <TextLink to="/tokens">tokens</TextLink> of your programs.
          </Text>
        </Panel>
        <Sessions user={session.user} />
      </Stack>
    </>
  );
}

function Sessions({ user }: { user: string }) {
  const query = useSessions(user);
  const end = useEndSessions();
  return (
    <Panel
      title="Sessions"
      aside={
        (query.data?.total ?? 0) > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending}
            onClick={() =>
              end.mutate(
                { name: user },
                {
                  onSuccess: () => notify('Your other sessions have ended.'),
                  onError: (error) => notifyFailure('The sessions are still open', sentence(error)),
                },
              )
            }
          >
            End all others
          </Button>
        )
      }
    >
      <LoadingPanel query={query} what="your sessions">
        {({ items }) => <SessionTable user={user} sessions={items} />}
      </LoadingPanel>
    </Panel>
  );
}
