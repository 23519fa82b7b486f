import { Group, Stack } from '@mantine/core';
import { useExperimentResults } from '~/api/analysis';
import type { Experiment } from '~/api/experiments';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { VerdictPanel } from './results/VerdictPanel';

/** The verdict so far, with the way to all results and to the comparison of pages. */
export function ResultsSlot({ experiment }: { experiment: Experiment }) {
  const query = useExperimentResults(experiment.id);
  const [control, other] = experiment.arms;
  return (
    <LoadingPanel query={query} what="the results">
      {(results) => (
        <Stack gap="xs">
          <VerdictPanel results={results} />
          <Group gap="sm">
            <ButtonLink
              to="/experiments/$id/results"
              params={{ id: experiment.id }}
              variant="default"
            >
              All results
            </ButtonLink>
            {control && other && (
              <ButtonLink
                to="/compare"
                search={{ by: 'arm', a: control.name, b: other.name, experiment: experiment.id }}
                variant="default"
              >
                Compare pages
              </ButtonLink>
            )}
          </Group>
        </Stack>
      )}
    </LoadingPanel>
  );
}
