import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLive } from '~/api/live';
import { useStatus } from '~/api/status';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { AlertList } from './AlertList';
import { EarlyPanel } from './EarlyPanel';
import { LiveMark } from './LiveMark';
import { ProtocolTable } from './ProtocolTable';
import { PushTruth } from './PushTruth';
import { SavedCard, SavingCards } from './SavingCards';
import { StatusPanel } from './StatusPanel';
import { TrafficPanel } from './TrafficPanel';
import { useHeld } from './useHeld';

export function OverviewPage() {
  const newest = useLive();
  const [paused, setPaused] = useState(false);
  const held = useHeld(newest, paused);
  const status = useStatus();
  const { savings } = held.value;
  const definitions = useMemo(
    () => new Map(savings?.definitions.map((each) => [each.field, each]) ?? []),
    [savings],
  );

  return (
    <>
      <PageHead
        title="Overview"
        lead={<LiveMark live={newest} reachable={!status.isError} pausedBy={held.reason} />}
        actions={
          <Button
            size="xs"
            variant="default"
            aria-pressed={paused}
            leftSection={<Icon name={paused ? 'play' : 'pause'} size={15} />}
            onClick={() => setPaused(!paused)}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
        }
      />
      <Stack gap="md">
        <AlertList alerts={status.data?.alerts ?? []} />
        <TrafficPanel live={held.value} held={held.reason !== null} />
        <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="md">
          <SavedCard savings={savings} definitions={definitions} />
          <SavingCards savings={savings} definitions={definitions} />
        </SimpleGrid>
        <ProtocolTable savings={savings} />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <Stack gap="md">
            <EarlyPanel savings={savings} />
            <PushTruth />
          </Stack>
          <LoadingPanel query={status} what="the state of the gateway">
            {(value) => <StatusPanel status={value} />}
          </LoadingPanel>
        </SimpleGrid>
      </Stack>
    </>
  );
}
