import type { TimelineState } from '~/api/timelines';
import type { IconName } from '~/parts/Icon';
import { Tag } from '~/parts/Tag';

const LOOKS: Record<
  TimelineState,
  { label: string; icon: IconName; tone: 'good' | 'accent' | 'plain' }
> = {
  waiting: { label: 'Waiting', icon: 'pause', tone: 'accent' },
  recording: { label: 'Recording', icon: 'play', tone: 'good' },
  ended: { label: 'Ended', icon: 'check', tone: 'plain' },
  expired: { label: 'Expired', icon: 'cross', tone: 'plain' },
};

export function StateTag({ state }: { state: TimelineState }) {
  return <Tag {...LOOKS[state]} />;
}
