import type { ManifestState } from '~/api/manifests';
import type { IconName } from './Icon';
import { Tag } from './Tag';

interface Look {
  label: string;
  icon: IconName;
  tone: 'good' | 'accent' | 'plain';
}

const LOOKS: Record<ManifestState, Look> = {
  draft: { label: 'Draft', icon: 'pencil', tone: 'plain' },
  published: { label: 'Published', icon: 'check', tone: 'good' },
  changed: { label: 'Changed', icon: 'pencil', tone: 'accent' },
  retired: { label: 'Retired', icon: 'archive', tone: 'plain' },
};

export const stateLabel = (state: ManifestState): string => LOOKS[state].label;

export function StateBadge({ state }: { state: ManifestState }) {
  return <Tag {...LOOKS[state]} />;
}
