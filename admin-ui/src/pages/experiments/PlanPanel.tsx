import { List, Text } from '@mantine/core';
import type { Experiment } from '~/api/experiments';
import { Panel } from '~/parts/Panel';
import { decimal } from '~/text/numbers';
import { FACTORS, METRICS, percent, shareText } from './words';

/** The plan, which does not change after the start. */
export function PlanPanel({ experiment }: { experiment: Experiment }) {
  const { guardrails: bounds } = experiment;
  const rails = [
    bounds.serverErrors != null && `5xx at most ${percent(bounds.serverErrors * 100)} more`,
    bounds.p95 != null && `p95 at most ${decimal(bounds.p95)} times as long`,
    bounds.waste != null && `waste at most ${percent(bounds.waste * 100)} more`,
    bounds.connections != null &&
      `connections at most ${decimal(bounds.connections)} times as many`,
  ].filter(Boolean);
  return (
    <Panel title="Plan">
      {experiment.hypothesis && <Text className="reading">{experiment.hypothesis}</Text>}
      <List size="sm">
        <List.Item>
          Factor: {FACTORS[experiment.factor].label}.{' '}
          {experiment.arms
            .map(
              (arm) =>
                `${arm.name}${arm.value ? ` = ${arm.value}` : ''}${arm.control ? ' (control)' : ''}`,
            )
            .join(', ')}
        </List.Item>
        <List.Item>
          {shareText(experiment)} of the {experiment.unit}s of {experiment.sites.join(', ')}
          {experiment.routes.length > 0 && `, routes ${experiment.routes.join(', ')}`}; layer{' '}
          {experiment.layer}
        </List.Item>
        {experiment.ramp.length > 0 && (
          <List.Item>
            Ramp:{' '}
            {experiment.ramp
              .map((step) => `${percent(step.share)} after ${step.afterMinutes} min`)
              .join(', ')}
          </List.Item>
        )}
        <List.Item>Headline metric: {METRICS[experiment.headline]}</List.Item>
        <List.Item>
          Guardrails: {rails.length === 0 ? 'none' : `${rails.join('; ')}, against the control arm`}
        </List.Item>
        <List.Item>Planned by {experiment.author}</List.Item>
      </List>
    </Panel>
  );
}
