import { Group, Text } from '@mantine/core';
import { TextLink } from '~/parts/links';

/** Links to the parent pages. */
export function Trail({ name }: { name?: string }) {
  return (
    <Group component="nav" gap={6} mb={6} aria-label="Breadcrumb">
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
