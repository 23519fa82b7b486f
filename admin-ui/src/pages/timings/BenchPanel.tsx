import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useBenchLink } from '~/api/timings';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';

/** Makes a link to the bench page of a site, on which a person times loads in the own browser. */
export function BenchPanel() {
  const [site, setSite] = useState('');
  const [host, setHost] = useState('');
  const link = useBenchLink();
  const make = (event: FormEvent) => {
    event.preventDefault();
    link.mutate({ site, ...(host ? { host } : {}) });
  };
  return (
    <Panel title="Bench page">
      <Text size="sm">
        Time loads of any page of a site in this browser, cold or warm, for each protocol. The site
        needs bench: on.
      </Text>
      <form onSubmit={make}>
        <Group align="end" gap="sm" my="xs">
          <TextInput
            size="xs"
            label="First host of the site"
            placeholder="www.example.com"
            required
            value={site}
            onChange={(event) => setSite(event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            label="Other host or port"
            placeholder="www.example.com:8443"
            value={host}
            onChange={(event) => setHost(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" loading={link.isPending}>
            Make link
          </Button>
        </Group>
      </form>
      {link.error && (
        <Notice tone="bad" urgent>
          {sentence(link.error)}
        </Notice>
      )}
      {link.data && (
        <Text size="sm" role="status">
          <Anchor href={link.data.url} target="_blank" rel="noopener noreferrer">
            Open the bench page of {site}
          </Anchor>{' '}
          The link opens once, within five minutes.
        </Text>
      )}
    </Panel>
  );
}
