import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateExperiment, useExperimentStep } from '~/api/experiments';
import { useRoutes } from '~/api/routing';
import { Dialog } from '~/parts/Dialog';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { idOf } from './words';

/** Starts an experiment without a difference, in one step. */
export function CheckDialog({ onClose }: { onClose: () => void }) {
  const sites = [...new Set(useRoutes().data?.items.map((route) => route.site) ?? [])];
  const [chosen, setChosen] = useState('');
  const create = useCreateExperiment();
  const step = useExperimentStep();
  const navigate = useNavigate();
  const site = chosen || (sites[0] ?? '');

  const start = async () => {
    const stamp = new Date().toISOString().slice(0, 16).replace(/\D/g, '');
    try {
      const made = await create.mutateAsync({
        id: idOf(`aa-${site.slice(0, 22)}-${stamp}`),
        title: `A/A check of ${site}`,
        hypothesis: 'Both arms are equal, so no metric may differ.',
        sites: [site],
        factor: 'none',
        unit: 'network',
        layer: 'aa',
        share: 100,
      });
      await step.mutateAsync({ id: made.id, etag: made.etag, step: 'start' });
      notify('The A/A check runs.');
      onClose();
      await navigate({ to: '/experiments/$id', params: { id: made.id } });
    } catch (error) {
      notifyFailure('The A/A check did not start', sentence(error));
    }
  };

  return (
    <Dialog
      title="A/A check"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={create.isPending || step.isPending}
            disabled={site === ''}
            onClick={start}
          >
            Start
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          All networks are put into two equal groups that get the same. It has a layer of its own,
          so it takes no visitors from other experiments.
        </Text>
        <NativeSelect
          label="Site"
          data={sites}
          value={site}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </Stack>
    </Dialog>
  );
}
