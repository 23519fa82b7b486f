import { List, Stack, Table, Text } from '@mantine/core';
import type { ExperimentResults } from '~/api/analysis';
import type { Schemas } from '~/api/client';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { chanceText, difference, interval, metricValue } from '~/text/metrics';
import { count } from '~/text/numbers';

const CHECKS: Record<Schemas['ExperimentRatioCheck']['what'], string> = {
  assigned: 'Units of each arm against the planned shares',
  reporting: 'Units that reported against those that were assigned',
};

/** Heads of the columns that compare all arms: what is compared, each arm, and the chance. */
function ArmColumns({ first, results }: { first: string; results: ExperimentResults }) {
  return (
    <>
      <Table.Th scope="col">{first}</Table.Th>
      {results.arms.map(({ name }) => (
        <Table.Th key={name} scope="col" ta="right">
          {name}
        </Table.Th>
      ))}
      <Table.Th scope="col" ta="right">
        p
      </Table.Th>
    </>
  );
}

/** The sample-ratio checks. A failed one blocks the verdict. */
export function Checks({ results }: { results: ExperimentResults }) {
  return (
    <Panel title="Sample ratio">
      {results.checks.some(({ blocks }) => blocks) && (
        <Notice tone="bad" title="The ratio of the arms is wrong">
          Such a ratio has a chance below 0.001. There is no verdict until the cause is found.
        </Notice>
      )}
      <ScrollBox label="Sample ratio, table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <ArmColumns first="Check" results={results} />
              <Table.Th scope="col">State</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.checks.map((check) => (
              <Table.Tr key={check.what}>
                <Table.Th scope="row" fw={400}>
                  {CHECKS[check.what]}
                </Table.Th>
                {results.arms.map(({ name }, arm) => (
                  <Table.Td key={name} ta="right">
                    {count(check.observed[arm] ?? 0)} of {count(check.expected[arm] ?? 0)} expected
                  </Table.Td>
                ))}
                <Table.Td ta="right">{chanceText(check.chance)}</Table.Td>
                <Table.Td>{check.blocks ? 'wrong' : 'as expected'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  );
}

/** The headline by hour, network, device and cache state, side by side. */
export function Covariates({ results }: { results: ExperimentResults }) {
  const { unit } = results.headline;
  return (
    <Panel title="By hour, network, device and cache">
      <Text size="sm" c="dimmed">
        The {results.headline.label} of each class. A small p says that the classes are not the same
        in all arms.
      </Text>
      <ScrollBox label="Classes, table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <ArmColumns first="Class" results={results} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.covariates.flatMap((covariate) =>
              covariate.levels
                .filter(({ units }) => units.some((each) => each > 0))
                .map((level, row) => (
                  <Table.Tr key={`${covariate.name} ${level.name}`}>
                    <Table.Th scope="row" fw={400}>
                      {covariate.name}: {level.name}
                    </Table.Th>
                    {results.arms.map(({ name }, arm) => (
                      <Table.Td key={name} ta="right" className="nowrap">
                        {metricValue(level.values[arm] ?? null, unit)} (
                        {count(level.units[arm] ?? 0)})
                      </Table.Td>
                    ))}
                    <Table.Td ta="right">{row === 0 ? chanceText(covariate.chance) : ''}</Table.Td>
                  </Table.Tr>
                )),
            )}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  );
}

/** The difference of means after regression on covariates, and on the pre-period if there is one. */
export function Adjusted({ value, unit }: { value: Schemas['ExperimentAdjusted']; unit: string }) {
  const saved = value.rawError > 0 ? 1 - (value.error / value.rawError) ** 2 : 0;
  return (
    <Stack gap={4}>
      <Text>
        The difference of the means is {difference(value.difference, unit)} (95% interval{' '}
        {interval(value.low, value.high, unit)}) after adjustment for {value.covariates.join(', ')}
        {value.withPrePeriod ? ', and for the same units before the start (CUPED)' : ''}.
      </Text>
      <Text size="sm" c="dimmed">
        Without it: {difference(value.rawDifference, unit)}. The adjustment removes{' '}
        {Math.max(0, Math.round(saved * 100))}% of the variance. An arm may change the state of the
        cache and the class of the network, so the verdict does not use it.
      </Text>
    </Stack>
  );
}

export function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <Panel title="Limits of these results">
      <List size="sm">
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Panel>
  );
}
