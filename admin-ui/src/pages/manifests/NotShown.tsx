import { Button, Group, Text } from '@mantine/core';

/** Notice for a part of the text that the form cannot show. */
export function NotShown({ what, onShowText }: { what: string; onShowText: () => void }) {
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" c="dimmed">
        The form cannot show {what}, as its YAML is unusual. It stays unchanged.
      </Text>
      <Button size="xs" variant="default" onClick={onShowText}>
        Edit as YAML
      </Button>
    </Group>
  );
}
