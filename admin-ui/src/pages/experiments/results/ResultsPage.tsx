import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ExperimentResults, useExperimentResults } from '~/api/analysis';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { moment } from '~/text/times';
import { ArmTable, FigureTable, GotTable } from './ArmTables';
import { DifferenceTable } from './DifferenceTable';
import { Adjusted, Checks, Covariates, Notes } from './Grounds';
import { Quantiles } from './Quantiles';
import { VerdictPanel } from './VerdictPanel';

const route = getRouteApi('/frame/experiments/$id/results');

/** The answer of an experiment, then everything that it rests on. */
export function ResultsPage() {
  const { id } = route.useParams();
  const query = useExperimentResults(id);
  return (
    <>
      <PageHead
        title={`Results of ${id}`}
        lead={query.data && <Question results={query.data} />}
        actions={
          <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
            Compute again
          </Button>
        }
      />
      <LoadingPanel query={query} what="the results">
        {(results) => <Body results={results} />}
      </LoadingPanel>
    </>
  );
}

function Question({ results }: { results: ExperimentResults }) {
  const { headline, from, to, plannedEnd } = results;
  const counted = headline.counted === 'network' ? 'client networks' : 'visitors';
  return (
    <>
      The {headline.label} by {counted}, from {moment(from)} to {moment(to)}.{' '}
      {plannedEnd === null
        ? 'It has no planned end.'
        : results.isFinal
          ? 'The planned end is reached.'
          : `The planned end is ${moment(plannedEnd)}.`}
    </>
  );
}

function Body({ results }: { results: ExperimentResults }) {
  const { headline } = results;
  return (
    <Stack gap="md">
      <VerdictPanel results={results} />
      {results.comparisons.map((comparison) => (
        <Stack key={comparison.arm} gap="md">
          {comparison.quantiles.length > 0 && (
            <Panel title={`${comparison.arm} against ${comparison.control} by quantile`}>
              <Quantiles comparison={comparison} unit={headline.unit} isFinal={results.isFinal} />
            </Panel>
          )}
          <Panel title={`Differences of ${comparison.arm} to ${comparison.control}`}>
            <DifferenceTable comparison={comparison} isFinal={results.isFinal} />
          </Panel>
          {comparison.adjusted && (
            <Panel title={`Adjusted difference of ${comparison.arm}`}>
              <Adjusted value={comparison.adjusted} unit={headline.unit} />
            </Panel>
          )}
        </Stack>
      ))}
      <Panel
        title="Arms"
        aside={
          <ButtonLink
            variant="default"
            size="xs"
            to="/compare"
            search={{
              by: 'arm',
              experiment: results.experiment,
              a: results.arms[0]?.name,
              b: results.arms[1]?.name,
              metric: headline.metric,
            }}
          >
            Compare page by page
          </ButtonLink>
        }
      >
        <ArmTable arms={results.arms} counted={headline.counted} />
        <FigureTable arms={results.arms} />
      </Panel>
      <Panel title="Assigned arm and protocol in use">
        <GotTable arms={results.arms} />
      </Panel>
      <Checks results={results} />
      <Covariates results={results} />
      <Notes notes={results.notes} />
    </Stack>
  );
}
