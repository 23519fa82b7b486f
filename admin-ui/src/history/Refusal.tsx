import { List, Stack, Text } from '@mantine/core';
import type { Report } from '~/api/history';
import { Notice } from '~/parts/Notice';
import { count } from '~/text/numbers';
import { duration, momentIn } from '~/text/times';

interface Props {
  refused: NonNullable<Report['refused']>;
  /** Time zone of the question. */
  zone: string;
  /** Moment of the question. */
  asked: string;
}

const MINUTE = 60_000;

/** Reason why there is no report, and the moment to ask again. */
export function Refusal({ refused: { reason, text, missing, askAgainAt }, zone, asked }: Props) {
  // The text of this reason is a sentence of both.
  const isList = reason === 'too-thin';
  return (
    <Notice tone="warn" urgent title="No report yet">
      <Stack gap="xs">
        <Text size="sm">{isList ? 'There is too little traffic to compare:' : text}</Text>
        {missing.length > 0 && (
          <List size="sm">
            {missing.map(({ what, have, needed }) => (
              <List.Item key={what}>
                {count(have)} of {count(needed)} {what}
              </List.Item>
            ))}
          </List>
        )}
        {askAgainAt !== null && (
          <Text size="sm">
            Ask again in {duration((Date.parse(askAgainAt) - Date.parse(asked)) / 1000)}, from{' '}
            {momentIn(wholeMinute(askAgainAt), zone)} ({zone}), if traffic stays as it is.
          </Text>
        )}
        {isList && askAgainAt === null && (
          <Text size="sm">Waiting does not help, as the time before the event does not grow.</Text>
        )}
      </Stack>
    </Notice>
  );
}

/** Rounds up, as a moment is shown without its seconds. */
const wholeMinute = (iso: string): string =>
  new Date(Math.ceil(Date.parse(iso) / MINUTE) * MINUTE).toISOString();
