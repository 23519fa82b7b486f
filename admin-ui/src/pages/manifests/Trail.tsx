import { Group, Text } from '@mantine/core';
import { TextLink } from '~/parts/links';

/** The way back up. */
export function Trail({ name }: { name?: string }) {
  return (
    <Group component="nav" gap={6} mb={6} aria-label="Where this page is">
      <TextLink to="/manifests" size="sm">
        Manifests
      </TextLink>
      {name && (
        <>
          <Text span c="dimmed" size="sm" aria-hidden="true">
            /
          </Text>
          <TextLink to="/manifests/$name/edit" params={{ name }} size="sm">
            {name}
          </TextLink>
        </>
      )}
    </Group>
  );
}
