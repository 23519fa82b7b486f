import type { PlanCandidate } from '~/api/plan';
import type { IconName } from './Icon';
import { Tag } from './Tag';

interface Look {
  label: string;
  icon: IconName;
  tone: 'good' | 'accent' | 'plain';
}

/** A skip is plain, as it is not an error. */
const LOOKS: Record<PlanCandidate['decision'], Look> = {
  push: { label: 'Push', icon: 'push', tone: 'good' },
  hint: { label: 'Hint', icon: 'hint', tone: 'accent' },
  skip: { label: 'Skip', icon: 'skip', tone: 'plain' },
};

export function DecisionBadge({ decision }: { decision: PlanCandidate['decision'] }) {
  return <Tag {...LOOKS[decision]} />;
}
