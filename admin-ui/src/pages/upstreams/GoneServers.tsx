import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type GoneServer, useServerDecision } from '~/api/routing';
import { useWhyNot } from '~/api/session';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { notify, notifyFailure } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { decided } from './decided';

/** Decisions on servers that no upstream has now. Each is in force again when its server returns. */
export function GoneServers({ servers }: { servers: GoneServer[] }) {
  const [asked, setAsked] = useState<GoneServer | null>(null);
  const whyNot = useWhyNot('publisher');
  return (
    <Panel title="Decisions on servers that are gone">
      <Text size="sm">
        No upstream has these servers now. A decision is in force again if its server returns.
      </Text>
      <Stack gap="xs">
        {servers.map((server) => (
          <Group key={`${server.upstream} ${server.id}`} justify="space-between" gap="sm">
            <div>
              <Text size="sm" className="wrap">
                <span className="mono">{server.id}</span> of upstream {server.upstream}
              </Text>
              <Text size="xs" c="dimmed" className="wrap">
                {decided(server.override)}
              </Text>
            </div>
            <WhyNotButton
              size="compact-xs"
              variant="default"
              whyNot={whyNot}
              aria-label={`Remove the decision on ${server.id}`}
              onClick={() => setAsked(server)}
            >
              Remove
            </WhyNotButton>
          </Group>
        ))}
      </Stack>
      {asked && <RemoveDialog server={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function RemoveDialog({ server, onClose }: { server: GoneServer; onClose: () => void }) {
  const submit = useServerDecision();
  return (
    <ConfirmDialog
      title="Remove this decision?"
      confirm="Remove"
      busy={submit.isPending}
      onClose={onClose}
      onConfirm={() =>
        submit.mutate(
          {
            upstream: server.upstream,
            server: server.id,
            etag: server.etag,
            decision: 'enable',
            reason: '',
          },
          {
            onSuccess: () => {
              notify(`The decision on ${server.id} was removed.`);
              onClose();
            },
            onError: (error) => notifyFailure('Nothing was changed', sentence(error)),
          },
        )
      }
    >
      <Text size="sm" className="wrap">
        If <span className="mono">{server.id}</span> returns to upstream {server.upstream}, its
        health alone decides.
      </Text>
    </ConfirmDialog>
  );
}
