import { Button, Menu, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession, useSignOut } from '~/api/session';
import { Icon } from '~/parts/Icon';

export function UserMenu() {
  const session = useSession();
  const signOut = useLeave();
  const navigate = useNavigate();
  if (session === null) return null;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 80 }}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<Icon name="user" size={16} />}
          aria-label={`Account of ${session.user}`}
        >
          <Text span inherit visibleFrom="sm">
            {session.user}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Role: {session.role}</Menu.Label>
        <Menu.Item
          leftSection={<Icon name="user" size={16} />}
          onClick={() => navigate({ to: '/account' })}
        >
          Your account
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="key" size={16} />}
          onClick={() => navigate({ to: '/password' })}
        >
          Change password
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="key" size={16} />}
          onClick={() => navigate({ to: '/second-factors' })}
        >
          Second factors
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function useLeave(): () => void {
  const { mutateAsync } = useSignOut();
  const navigate = useNavigate();
  return () => {
    const leave = () => void navigate({ to: '/sign-in', search: {}, ignoreBlocker: true });
    mutateAsync().then(leave, leave);
  };
}
