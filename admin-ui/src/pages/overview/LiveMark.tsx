import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Live } from '~/api/live';
import { duration } from '~/text/times';
import type { Held } from './useHeld';

interface Props {
  live: Live;
  /** True if the gateway responds to other requests: a half-open connection looks alive to the browser. */
  reachable: boolean;
  pausedBy: Held['reason'];
}

/** Age of the numbers, and if they are live. */
export function LiveMark({ live, reachable, pausedBy }: Props) {
  const now = useNow();
  const { tone, text } = describe(live, reachable, pausedBy, now);
  return (
    <Group gap={8} component="span" wrap="nowrap" data-live={tone}>
      <span className={`mark ${tone}`} aria-hidden="true" />
      <span>{text}</span>
    </Group>
  );
}

/** Age from which the text states that nothing has changed: the gateway then sends no events. */
const QUIET_MS = 10_000;

export function describe(live: Live, reachable: boolean, pausedBy: Held['reason'], now: number) {
  const age = live.heardAt === null ? null : duration((now - live.heardAt) / 1000);
  if (live.link === 'lost' || !reachable) {
    return {
      tone: 'bad',
      text: age === null ? 'not connected · retrying' : `stale · last event ${age} ago · retrying`,
    };
  }
  if (pausedBy === 'you') return { tone: 'warn', text: 'paused' };
  if (pausedBy === 'selection') return { tone: 'warn', text: 'paused while text is selected' };
  if (age === null || live.heardAt === null) return { tone: 'warn', text: 'connecting' };
  if (now - live.heardAt > QUIET_MS) return { tone: 'good', text: `live · no change for ${age}` };
  return { tone: 'good', text: `live · ${age} ago` };
}

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
