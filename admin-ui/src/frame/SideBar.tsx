import { Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useStatus } from '~/api/status';
import { DESTINATIONS } from '~/navigation';
import { Icon } from '~/parts/Icon';
import { SideLink } from '~/parts/links';

export function SideBar({ onGo }: { onGo: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const status = useStatus().data;
  return (
    <Stack justify="space-between" h="100%">
      <Stack gap={4}>
        {DESTINATIONS.filter((each) => each.inSideBar).map((each) => {
          const isHere = each.to === '/' ? path === '/' : path.startsWith(each.to);
          return (
            <SideLink
              key={each.to}
              to={each.to}
              label={each.label}
              leftSection={<Icon name={each.icon} />}
              active={isHere}
              fw={isHere ? 600 : 400}
              aria-current={isHere ? 'page' : undefined}
              onClick={onGo}
            />
          );
        })}
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
