import type { Experiment } from '~/api/experiments';
import { Tag } from '~/parts/Tag';
import { PHASES } from './words';

/** Phase of an experiment; an applied winner is named, as it is in force. */
export function PhaseTag({ experiment }: { experiment: Experiment }) {
  if (experiment.applied) {
    return <Tag icon="check" label={`Applied: ${experiment.winner ?? ''}`} tone="accent" />;
  }
  const { icon, label, tone } = PHASES[experiment.phase];
  return <Tag icon={icon} label={label} tone={tone} />;
}
