import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { Icon } from '~/parts/Icon';
import { requestHeaders, requestUrl } from '~/parts/requestFields';
import type { ExplainSearch } from './search';

interface Props {
  search: ExplainSearch;
  listeners: string[];
  busy: boolean;
  onAsk: (search: ExplainSearch) => void;
}

const schema = v.object({
  url: requestUrl,
  method: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a method, such as GET')),
  listener: v.string(),
  headers: requestHeaders,
});

export function ExplainForm({ search, listeners, busy, onAsk }: Props) {
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      url: search.url ?? '',
      method: search.method ?? 'GET',
      listener: search.listener ?? '',
      headers: search.headers ?? '',
    },
  });
  const submit = form.handleSubmit((values) =>
    onAsk({
      url: values.url,
      method: values.method === 'GET' ? undefined : values.method,
      listener: values.listener || undefined,
      headers: values.headers.trim() || undefined,
    }),
  );
  const { errors } = form.formState;
  // A select loses its value if its list arrives later.
  const listener = form.watch('listener');
  return (
    <form onSubmit={submit} noValidate className="panel" aria-label="Request">
      <Stack gap="sm">
        <TextInput
          label="URL"
          placeholder="https://www.example.com/app/"
          spellCheck={false}
          autoComplete="off"
          error={errors.url?.message}
          {...form.register('url')}
        />
        <TextInput
          label="Method"
          spellCheck={false}
          autoComplete="off"
          error={errors.method?.message}
          {...form.register('method')}
        />
        {(listeners.length > 1 || listener !== '') && (
          <NativeSelect
            label="Listener"
            description="Its limits and health endpoints apply; each listener serves all sites"
            data={[
              { value: '', label: 'The first one' },
              ...[...new Set([...listeners, ...(listener === '' ? [] : [listener])])].map(
                (name) => ({ value: name, label: name }),
              ),
            ]}
            {...form.register('listener')}
            value={listener}
          />
        )}
        <Textarea
          label="Request headers"
          description="One per line"
          placeholder="Upgrade: websocket"
          autosize
          minRows={3}
          spellCheck={false}
          error={errors.headers?.message}
          {...form.register('headers')}
        />
        <Button type="submit" loading={busy} leftSection={<Icon name="search" size={16} />}>
          Explain
        </Button>
      </Stack>
    </form>
  );
}
