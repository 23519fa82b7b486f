import { Table, Text } from '@mantine/core';
import type { ReportFigure } from '~/api/history';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { change } from '~/text/numbers';
import { Interval } from './Interval';
import { perText, valueText, verdictText } from './words';

/** Every figure with its values, its change, the interval of the change and the verdict. */
export function FigureTable({ figures }: { figures: ReportFigure[] }) {
  return (
    <ScrollBox label="Figures, table">
      <Table>
        <TableHead
          columns={[
            'Figure',
            { number: 'Before' },
            { number: 'After' },
            { number: 'Change' },
            '95% interval',
            'Verdict',
          ]}
        />
        <Table.Tbody>
          {figures.map((figure) => (
            <Table.Tr key={figure.id}>
              <Table.Th scope="row" fw={figure.primary ? 650 : 400}>
                {figure.label}
                <Text size="xs" c="dimmed">
                  {perText(figure.per)}
                </Text>
              </Table.Th>
              <Table.Td ta="right" className="nowrap">
                {valueText(figure.before, figure.unit)}
              </Table.Td>
              <Table.Td ta="right" className="nowrap">
                {valueText(figure.after, figure.unit)}
              </Table.Td>
              <Table.Td ta="right">{figure.change === null ? '–' : change(figure.change)}</Table.Td>
              <Table.Td className="nowrap">
                {intervalText(figure)}
                <Interval figure={figure} />
              </Table.Td>
              <Table.Td>{verdictText(figure)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

export const intervalText = ({ low, high }: ReportFigure): string =>
  low === null || high === null ? '–' : `${change(low)} to ${change(high)}`;
