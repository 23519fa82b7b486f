import { List, Text } from '@mantine/core';
import type { Experiment } from '~/api/experiments';
import { Panel } from '~/parts/Panel';
import { metricLabel } from '~/text/metrics';
import { count, decimal } from '~/text/numbers';
import { moment } from '~/text/times';
import { FACTORS, percent, STATISTICS, shareText } from './words';

const MINUTES_OF_DAY = 1440;

const days = (minutes: number): string =>
  minutes === MINUTES_OF_DAY ? '1 day' : `${decimal(minutes / MINUTES_OF_DAY)} days`;

/** Says when and with how many units it is decided. */
function endText({ plannedMinutes, plannedUnits, plannedEnd }: Experiment): string {
  if (plannedMinutes === 0) return 'No planned end: the always-valid interval alone decides';
  const end = plannedEnd ? moment(plannedEnd) : `${days(plannedMinutes)} after the start`;
  const units = plannedUnits > 0 ? `, with ${count(plannedUnits)} units in each arm` : '';
  return `Planned end: ${end}${units}`;
}

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
        <List.Item>
          Headline: {metricLabel(experiment.headline)},{' '}
          {STATISTICS[experiment.statistic].toLowerCase()}
        </List.Item>
        <List.Item>{endText(experiment)}</List.Item>
        {experiment.prePeriodMinutes > 0 && (
          <List.Item>
            Pre-period: {days(experiment.prePeriodMinutes)} before the start
            {experiment.plannedAt && `, since ${moment(experiment.plannedAt)}`}
          </List.Item>
        )}
        <List.Item>
          Guardrails:{' '}
          {rails.length === 0
            ? 'none'
            : `${rails.join('; ')}, against the control arm, from ${count(bounds.minRequests ?? 0)} requests and ${count(bounds.minNetworks ?? 0)} networks of each on`}
        </List.Item>
        <List.Item>Planned by {experiment.author}</List.Item>
      </List>
    </Panel>
  );
}
