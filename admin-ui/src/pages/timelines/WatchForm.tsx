import { valibotResolver } from '@hookform/resolvers/valibot';
import { Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { useWhyNot } from '~/api/session';
import { useWatch } from '~/api/timelines';
import { notifyFailure } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';

const schema = v.pipe(
  v.object({
    host: v.pipe(v.string(), v.trim()),
    client: v.pipe(v.string(), v.trim()),
    seconds: v.string(),
    includeOpen: v.boolean(),
  }),
  v.forward(
    v.partialCheck(
      [['host'], ['client']],
      ({ host, client }) => host !== '' || client !== '',
      'Enter a host, an address or both',
    ),
    ['host'],
  ),
);

const PATIENCE = [
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
];

/** Form that makes the gateway record the next matching connection, and opens its timeline. */
export function WatchForm() {
  const watch = useWatch();
  const whyNot = useWhyNot('editor');
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      host: window.location.hostname,
      client: '',
      seconds: '300',
      includeOpen: true,
    },
  });
  const submit = form.handleSubmit(({ host, client, seconds, includeOpen }) =>
    watch.mutate(
      {
        includeOpen,
        seconds: Number(seconds),
        ...(host ? { host } : {}),
        ...(client ? { client } : {}),
      },
      {
        onSuccess: ({ id }) => void navigate({ to: '/timelines/$id', params: { id } }),
        onError: (error) => notifyFailure('Nothing is recorded', sentence(error)),
      },
    ),
  );
  const [seconds, includeOpen] = form.watch(['seconds', 'includeOpen']);
  return (
    <Panel title="Record the next connection">
      <form onSubmit={submit} noValidate aria-label="Record the next connection">
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput
              label="Host"
              description="Host that the connection requests"
              spellCheck={false}
              autoComplete="off"
              error={form.formState.errors.host?.message}
              {...form.register('host')}
            />
            <TextInput
              label="Client address"
              description="Address of the browser; empty for any"
              spellCheck={false}
              autoComplete="off"
              {...form.register('client')}
            />
            <NativeSelect
              label="Wait for"
              description="The request expires after this time"
              data={PATIENCE}
              {...form.register('seconds')}
              value={seconds}
            />
          </Group>
          <Switch
            label="Include connections that are already open"
            description="Browsers keep connections open for minutes"
            {...form.register('includeOpen')}
            checked={includeOpen}
          />
          <Group>
            <WhyNotButton whyNot={whyNot} loading={watch.isPending} onClick={() => void submit()}>
              Record
            </WhyNotButton>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
