import { List, Skeleton, Stack, Table, Text } from '@mantine/core';
import { type ExperimentDesign, useExperimentPreview } from '~/api/experiments';
import { useTotals } from '~/api/history';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { TableHead } from '~/parts/TableHead';
import { count } from '~/text/numbers';
import { type Planned, PowerSlot } from './PowerSlot';
import { percent } from './words';

const WEEK = 7 * 86_400;
const DAYS = 7;

/** Says who would be in which arm, from the page views of the last week, and what prevents the start. */
export function PreviewPanel({
  design,
  onPlan,
}: {
  design: ExperimentDesign | null;
  onPlan: (planned: Planned) => void;
}) {
  const preview = useExperimentPreview(design);
  return (
    <Panel title="Preview">
      {design === null ? (
        <Text size="sm" c="dimmed">
          Enter a title, and choose a site.
        </Text>
      ) : (
        <Stack gap="sm">
          <Expected design={design} />
          {preview.isPending && <Skeleton height={18} />}
          {preview.isError && <Notice tone="bad">{sentence(preview.error)}</Notice>}
          {preview.data && preview.data.problems.length > 0 && (
            <Notice tone="warn" title="It would not start now">
              <List size="sm">
                {preview.data.problems.map((problem) => (
                  <List.Item key={problem}>{problem}</List.Item>
                ))}
              </List>
            </Notice>
          )}
          {preview.data && (
            <Text size="sm">
              The layer has room for {percent(preview.data.freeShare)} of the visitors of these
              sites.
            </Text>
          )}
          <PowerSlot design={design} onPlan={onPlan} />
        </Stack>
      )}
    </Panel>
  );
}

function Expected({ design }: { design: ExperimentDesign }) {
  const totals = useTotals({
    range: { seconds: WEEK },
    measures: ['page_views'],
    scope: 'site',
  });
  const views = (totals.data?.rows ?? [])
    .filter((row) => design.sites.includes(row.name) && row.protocol === 'all')
    .reduce((sum, row) => sum + (row.values.page_views ?? 0), 0);
  const arms: NonNullable<ExperimentDesign['arms']> = design.arms ?? [
    { name: 'a1' },
    { name: 'a2' },
  ];
  const weights = arms.reduce((sum, arm) => sum + (arm.weight ?? 1), 0);
  return (
    <Table>
      <TableHead columns={['Arm', 'Gets', { number: 'Share' }, { number: 'Page views a day' }]} />
      <Table.Tbody>
        {arms.map((arm, i) => {
          const part = ((design.share ?? 10) * (arm.weight ?? 1)) / weights;
          return (
            <Table.Tr key={arm.name}>
              <Table.Th scope="row" fw={400}>
                {arm.name}
                {i === 0 ? ' (control)' : ''}
              </Table.Th>
              <Table.Td>{arm.value || 'the configuration'}</Table.Td>
              <Table.Td ta="right">{percent(part)}</Table.Td>
              <Table.Td ta="right">
                {totals.data === undefined ? '–' : count(Math.round((views * part) / 100 / DAYS))}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
