import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

interface Props {
  icon: IconName;
  title: string;
  /** The next step, as a control. */
  next?: ReactNode;
  children: ReactNode;
}

/** Panel without content: explains why, and what to do next. */
export function EmptyPanel({ icon, title, next, children }: Props) {
  return (
    <div className="panel">
      <Stack align="center" gap="sm" py="xl" ta="center">
        <Text c="dimmed" component="span">
          <Icon name={icon} size={36} />
        </Text>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" size="sm" className="reading">
          {children}
        </Text>
        {next}
      </Stack>
    </div>
  );
}
