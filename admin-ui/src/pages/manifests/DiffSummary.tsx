import { Text } from '@mantine/core';
import { plural } from '~/text/numbers';
import { countLines } from './lineDiff';

/** Number of added and removed lines. */
export function DiffSummary({ before, after }: { before: string; after: string }) {
  const { added, removed } = countLines(before, after);
  if (added === 0 && removed === 0)
    return (
      <Text size="sm" c="dimmed">
        No difference
      </Text>
    );
  return (
    <Text size="sm" c="dimmed">
      {plural(added, 'line')} added, {count(removed)} removed
    </Text>
  );
}

const count = (lines: number): string => (lines === 0 ? 'none' : String(lines));
