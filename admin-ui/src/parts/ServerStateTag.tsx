import type { ServerState } from '~/api/routing';
import type { IconName } from './Icon';
import { Tag } from './Tag';

interface Look {
  label: string;
  icon: IconName;
  tone: 'good' | 'accent' | 'plain' | 'bad';
}

const LOOKS: Record<ServerState, Look> = {
  up: { label: 'Up', icon: 'check', tone: 'good' },
  'slow-start': { label: 'Slow start', icon: 'up', tone: 'good' },
  ejected: { label: 'Ejected', icon: 'warning', tone: 'bad' },
  probing: { label: 'Probing', icon: 'search', tone: 'accent' },
  down: { label: 'Down', icon: 'cross', tone: 'bad' },
  draining: { label: 'Draining', icon: 'down', tone: 'accent' },
  disabled: { label: 'Disabled', icon: 'skip', tone: 'plain' },
};

export function ServerStateTag({ state }: { state: ServerState }) {
  return <Tag {...LOOKS[state]} />;
}
