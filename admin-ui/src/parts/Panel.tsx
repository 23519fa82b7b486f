import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled region of a page. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </section>
  );
}
