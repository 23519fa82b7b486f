import { Button, Group, Text } from '@mantine/core';

/** A part of the text that has no place in the form. */
export function NotShown({ what, onShowText }: { what: string; onShowText: () => void }) {
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" c="dimmed">
        The form cannot show {what}: it is written in a way of its own. It stays as it is.
      </Text>
      <Button size="xs" variant="default" onClick={onShowText}>
        Edit as YAML
      </Button>
    </Group>
  );
}
