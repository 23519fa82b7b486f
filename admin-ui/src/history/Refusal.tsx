import { List, Stack, Text } from '@mantine/core';
import type { Report } from '~/api/history';
import { Notice } from '~/parts/Notice';
import { count } from '~/text/numbers';
import { momentIn } from '~/text/times';

interface Props {
  refused: NonNullable<Report['refused']>;
  /** Time zone of the question. */
  zone: string;
}

/** Reason why there is no report, and the moment to ask again. */
export function Refusal({ refused: { text, missing, askAgainAt }, zone }: Props) {
  return (
    <Notice tone="warn" urgent title="No report yet">
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        {missing.length > 0 && (
          <List size="sm">
            {missing.map(({ what, have, needed }) => (
              <List.Item key={what}>
                {count(have)} of {count(needed)} {what}
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">
          {askAgainAt === null
            ? 'Waiting does not help: the counters for an answer do not exist.'
            : `Ask again from ${momentIn(askAgainAt, zone)} (${zone}), if traffic stays as it is.`}
        </Text>
      </Stack>
    </Notice>
  );
}
