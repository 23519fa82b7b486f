import { Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useStatus } from '~/api/status';
import { DESTINATIONS, type Destination } from '~/navigation';
import { GROUPS } from '~/navigationGroups';
import { Icon } from '~/parts/Icon';
import { SideLink } from '~/parts/links';

export function SideBar({ onGo }: { onGo: () => void }) {
  const status = useStatus().data;
  return (
    <Stack justify="space-between" mih="100%" gap="md">
      <Stack gap="xs">
        {GROUPS.map((group) => (
          <fieldset key={group} className="side-group" aria-label={group}>
            {group !== 'Start' && (
              <Text size="xs" c="dimmed" fw={600} px="xs" aria-hidden="true">
                {group}
              </Text>
            )}
            {DESTINATIONS.filter((each) => each.group === group).map((each) => (
              <Entry key={each.to} page={each} onGo={onGo} />
            ))}
          </fieldset>
        ))}
      </Stack>
      {status && (
        <Text size="xs" c="dimmed" px="xs">
          Lychgate {status.version}
          <br />
          Revision {status.revision} · {status.nodes.effective} of {status.nodes.total} nodes
        </Text>
      )}
    </Stack>
  );
}

function Entry({ page, onGo }: { page: Destination; onGo: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isHere = page.to === '/' ? path === '/' : path.startsWith(page.to);
  return (
    <SideLink
      to={page.to}
      label={page.label}
      leftSection={<Icon name={page.icon} />}
      active={isHere}
      py={6}
      fw={isHere ? 600 : 400}
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
    />
  );
}
