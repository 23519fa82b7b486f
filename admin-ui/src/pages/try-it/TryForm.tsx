import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { Protocol } from '~/api/client';
import { useManifests } from '~/api/manifests';
import { Icon } from '~/parts/Icon';
import { requestHeaders, requestUrl } from '~/parts/requestFields';
import { PROTOCOLS } from '~/text/protocols';
import type { TrySearch } from './search';

interface Props {
  search: TrySearch;
  busy: boolean;
  onAsk: (search: TrySearch) => void;
}

const schema = v.object({
  url: requestUrl,
  protocol: v.picklist(['http/1.1', 'h2', 'h3']),
  push: v.boolean(),
  cookie: v.pipe(v.string(), v.trim()),
  headers: requestHeaders,
  draft: v.string(),
});

export function TryForm({ search, busy, onAsk }: Props) {
  const manifests = useManifests().data?.items ?? [];
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      url: search.url ?? '',
      protocol: search.protocol ?? ('h2' as Protocol),
      push: search.push === 'on',
      cookie: search.cookie ?? '',
      headers: search.headers ?? '',
      draft: search.draft ?? '',
    },
  });
  const submit = form.handleSubmit((values) =>
    onAsk({
      url: values.url,
      protocol: values.protocol === 'h2' ? undefined : values.protocol,
      push: values.push ? 'on' : undefined,
      cookie: values.cookie || undefined,
      headers: values.headers.trim() || undefined,
      draft: values.draft || undefined,
    }),
  );
  // Mantine's switch keeps its own state, and a select loses its value if its list arrives later.
  const [protocol, push, draft] = form.watch(['protocol', 'push', 'draft']);
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="panel" aria-label="Request">
      <Stack gap="sm">
        <TextInput
          label="URL"
          placeholder="https://www.example.com/"
          spellCheck={false}
          autoComplete="off"
          error={errors.url?.message}
          {...form.register('url')}
        />
        <NativeSelect
          label="Protocol"
          data={PROTOCOLS.map(({ protocol, label }) => ({ value: protocol, label }))}
          {...form.register('protocol')}
          value={protocol}
        />
        <Switch
          label="The client accepts pushes"
          description="SETTINGS_ENABLE_PUSH=1; today's browsers do not send it"
          {...form.register('push')}
          checked={push}
        />
        <TextInput
          label="Cookie"
          description="With the fingerprint of the visitor's cache, if any"
          spellCheck={false}
          autoComplete="off"
          {...form.register('cookie')}
        />
        <Textarea
          label="Request headers"
          description="One per line. The request is a navigation unless Sec-Fetch-Mode differs."
          placeholder="Save-Data: on"
          autosize
          minRows={3}
          spellCheck={false}
          error={errors.headers?.message}
          {...form.register('headers')}
        />
        <NativeSelect
          label="Manifests"
          data={[
            { value: '', label: 'As published' },
            ...manifests.map(({ name }) => ({ value: name, label: `With the draft of ${name}` })),
            ...(search.draft && !manifests.some(({ name }) => name === search.draft)
              ? [{ value: search.draft, label: `With the draft of ${search.draft}` }]
              : []),
          ]}
          {...form.register('draft')}
          value={draft}
        />
        <Button type="submit" loading={busy} leftSection={<Icon name="tryIt" size={16} />}>
          Show the plan
        </Button>
      </Stack>
    </form>
  );
}
