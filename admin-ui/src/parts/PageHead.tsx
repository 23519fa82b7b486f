import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  /** Beside the title, as a state. */
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}

/** Title of a page and of the browser's tab, with the page's main actions. */
export function PageHead({ title, mark, lead, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Lychgate`;
  }, [title]);
  return (
    <header className="page-head">
      <Stack gap={4}>
        <Group gap="sm">
          <Title order={1}>{title}</Title>
          {mark}
        </Group>
        {lead && (
          <Text c="dimmed" size="sm" component="div" className="reading">
            {lead}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </header>
  );
}
