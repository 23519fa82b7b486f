import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useExperiment, useExperimentCounts } from '~/api/experiments';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { moment } from '~/text/times';
import { ChangesPanel } from './ChangesPanel';
import { CountsPanel } from './CountsPanel';
import { DecisionPanel } from './DecisionPanel';
import { HealthPanel } from './HealthPanel';
import { ManagedPlan } from './ManagedPlan';
import { PhaseTag } from './PhaseTag';
import { PlanPanel } from './PlanPanel';
import { ResultsSlot } from './ResultsSlot';
import { StepButtons } from './StepButtons';

export function ExperimentPage() {
  const { id } = useParams({ from: '/frame/experiments/$id' });
  const query = useExperiment(id);
  const counts = useExperimentCounts(id);
  return (
    <LoadingPanel query={query} what="the experiment">
      {(experiment) => (
        <>
          <PageHead
            title={experiment.title}
            mark={<PhaseTag experiment={experiment} />}
            lead={
              experiment.startedAt
                ? `Since ${moment(experiment.startedAt)}${experiment.endedAt ? `, until ${moment(experiment.endedAt)}` : ''}`
                : experiment.plannedAt
                  ? `Its units are recorded since ${moment(experiment.plannedAt)}; all clients get the configuration.`
                  : 'It has no effect before it starts.'
            }
            actions={
              <>
                {experiment.phase === 'draft' && experiment.managedBy === null && (
                  <ButtonLink
                    to="/experiments/$id/edit"
                    params={{ id: experiment.id }}
                    variant="default"
                  >
                    Edit
                  </ButtonLink>
                )}
                <StepButtons experiment={experiment} />
              </>
            }
          />
          <Stack gap="md">
            {experiment.managedBy !== null && <ManagedPlan place={experiment.managedBy} />}
            {experiment.problems.length > 0 && (
              <Notice tone="warn" title="It does not fit the configuration">
                {experiment.problems.map((problem) => (
                  <Text key={problem} size="sm">
                    {problem}
                  </Text>
                ))}
              </Notice>
            )}
            {experiment.phase !== 'draft' && experiment.phase !== 'planned' && (
              <LoadingPanel query={counts} what="the counts">
                {(value) => (
                  <>
                    <HealthPanel experiment={experiment} counts={value} />
                    <ResultsSlot experiment={experiment} />
                    <CountsPanel experiment={experiment} counts={value} />
                  </>
                )}
              </LoadingPanel>
            )}
            {(experiment.phase === 'stopped' || experiment.phase === 'decided') && (
              <DecisionPanel experiment={experiment} />
            )}
            <PlanPanel experiment={experiment} />
            <ChangesPanel id={experiment.id} />
          </Stack>
        </>
      )}
    </LoadingPanel>
  );
}
