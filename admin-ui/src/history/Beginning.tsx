import { Text } from '@mantine/core';
import type { History } from '~/api/history';
import { moment } from '~/text/times';

/** Explains an empty beginning of a chart. */
export function Beginning({ history: { from, firstAt } }: { history: History }) {
  if (firstAt !== null && Date.parse(firstAt) <= Date.parse(from)) return null;
  return (
    <Text size="xs" c="dimmed">
      {firstAt === null
        ? 'There is no history yet: the gateway adds to it each minute.'
        : `The history begins at ${moment(firstAt)}.`}
    </Text>
  );
}
