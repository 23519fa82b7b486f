import { Table, Text } from '@mantine/core';
import type { ExperimentComparison, ExperimentDifference } from '~/api/analysis';
import { ScrollBox } from '~/parts/ScrollBox';
import { chanceText, difference, interval, metricValue } from '~/text/metrics';
import { change } from '~/text/numbers';

interface Props {
  comparison: ExperimentComparison;
  isFinal: boolean;
}

/** Each figure with both values, the difference, its interval and its verdict; the headline first. */
export function DifferenceTable({ comparison, isFinal }: Props) {
  const { sequence, atEnd } = comparison;
  const shown = comparison.differences
    .filter(({ control, arm }) => control !== null && arm !== null)
    .sort((a, b) => RANK[a.role] - RANK[b.role]);
  const absent = comparison.differences.length - shown.length;
  const unit = shown[0]?.unit ?? '';
  return (
    <>
      <Text size="sm">
        {sequence === null
          ? 'The always-valid interval begins with 500 units in each arm.'
          : `Always-valid interval of the headline at ${change(sequence.level).replace('+', '')}: ${interval(sequence.low, sequence.high, unit)} (p ${chanceText(sequence.chance)}).`}
      </Text>
      <Text size="sm">
        {atEnd === null
          ? 'The interval of the planned end is computed at the planned end.'
          : `Interval of the planned end, by the bootstrap, at ${change(atEnd.level).replace('+', '')}: ${interval(atEnd.low, atEnd.high, unit)} (p ${chanceText(atEnd.chance)}).`}
      </Text>
      <ScrollBox label={`Differences of ${comparison.arm}, table`}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Figure</Table.Th>
              <Table.Th scope="col" ta="right">
                {comparison.control}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {comparison.arm}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Change
              </Table.Th>
              <Table.Th scope="col">
                95% interval of the difference{isFinal ? '' : ', at the planned end only'}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                p
              </Table.Th>
              <Table.Th scope="col">Verdict</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((each) => (
              <Row key={each.id} figure={each} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {absent > 0 && (
        <Text size="xs" c="dimmed">
          {absent} figures have no values in one of the arms.
        </Text>
      )}
    </>
  );
}

const RANK: Record<ExperimentDifference['role'], number> = {
  headline: 0,
  secondary: 1,
  described: 2,
};

function Row({ figure }: { figure: ExperimentDifference }) {
  const { unit } = figure;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={figure.role === 'headline' ? 650 : 400}>
        {figure.label}
        {figure.role === 'headline' && (
          <Text size="xs" c="dimmed">
            headline
          </Text>
        )}
      </Table.Th>
      <Table.Td ta="right" className="nowrap">
        {metricValue(figure.control, unit)}
      </Table.Td>
      <Table.Td ta="right" className="nowrap">
        {metricValue(figure.arm, unit)}
      </Table.Td>
      <Table.Td ta="right">{figure.change === null ? '–' : change(figure.change)}</Table.Td>
      <Table.Td>
        {figure.difference !== null && figure.low !== null
          ? `${difference(figure.difference, unit)} (${interval(figure.low, figure.high, unit)})`
          : (figure.missing ?? '–')}
      </Table.Td>
      <Table.Td ta="right">{chanceText(figure.adjusted ?? figure.chance)}</Table.Td>
      <Table.Td>{verdictText(figure)}</Table.Td>
    </Table.Tr>
  );
}

function verdictText({ verdict, role }: ExperimentDifference): string {
  if (role === 'described') return 'only described';
  if (verdict === null) return 'at the planned end';
  return verdict === 'none-shown' ? 'no difference shown' : verdict;
}
