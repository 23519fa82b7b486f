import { Text } from '@mantine/core';

/** Lists the keys that are in the text but not in the form, so that they do not seem lost. */
export function Kept({ keys }: { keys: string[] }) {
  if (keys.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      Also in the text, kept unchanged and not shown here:{' '}
      <span className="mono">{keys.join(', ')}</span>
    </Text>
  );
}
