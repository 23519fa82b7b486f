import { Button, Group, Stack, Text } from '@mantine/core';
import { Notice } from './Notice';
import { sentence } from './problem';

/** Replaces a page that failed; the frame around it keeps working. */
export function ErrorPanel({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Notice tone="bad" urgent title="This page failed">
      <Stack gap="sm">
        <Text size="sm">{sentence(error)}</Text>
        <Group>
          <Button size="xs" variant="default" onClick={reset}>
            Try again
          </Button>
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </Group>
      </Stack>
    </Notice>
  );
}
