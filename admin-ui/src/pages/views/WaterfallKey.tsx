import { Group, Text } from '@mantine/core';

const KEYS = [
  ['wait', 'Browser: until the first byte'],
  ['receive', 'Browser: until the last byte'],
  ['server', 'Gateway: until its head'],
  ['send', 'Gateway: sending'],
] as const;

/** The meaning of the bars: the upper one is of the browser, the lower one of the gateway. */
export function WaterfallKey() {
  return (
    <Group gap="lg" mb="sm">
      {KEYS.map(([kind, label]) => (
        <Group key={kind} gap={8}>
          <svg aria-hidden="true" className={`fall-key fall-${kind}`}>
            <line x1="0" x2="100%" y1="50%" y2="50%" strokeWidth={9} />
          </svg>
          <Text size="sm">{label}</Text>
        </Group>
      ))}
    </Group>
  );
}
