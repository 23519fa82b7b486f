import { Stack, Table, Text } from '@mantine/core';
import { type ReportSummary, useReports } from '~/api/history';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink, TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { count } from '~/text/numbers';
import { moment } from '~/text/times';
import { basisWord } from './words';

export function ReportsPage() {
  const query = useReports();
  return (
    <>
      <PageHead
        title="Reports"
        lead="Each compares the time before and after an event. A report never changes, and its address stays."
        actions={
          <ButtonLink to="/savings" variant="default">
            Savings
          </ButtonLink>
        }
      />
      <LoadingPanel query={query} what="the reports">
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyPanel
              icon="manifest"
              title="No report yet"
              next={<ButtonLink to="/savings">Open Savings</ButtonLink>}
            >
              Choose an event on the Savings page, and make the report before and after it.
            </EmptyPanel>
          ) : (
            <Stack gap="xs">
              <ReportTable items={items} />
              {total > items.length && (
                <Text size="xs" c="dimmed">
                  The newest {count(items.length)} of {count(total)}.
                </Text>
              )}
            </Stack>
          )
        }
      </LoadingPanel>
    </>
  );
}

function ReportTable({ items }: { items: ReportSummary[] }) {
  return (
    <ScrollBox className="panel scroll-x flush" label="Reports, table">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <TableHead columns={['Report', 'Traffic', 'Compared', 'Change at', 'Made']} />
        <Table.Tbody>
          {items.map((report) => (
            <Table.Tr key={report.id}>
              <Table.Th scope="row" fw={400} className="wrap">
                <TextLink to="/reports/$id" params={{ id: report.id }} size="sm">
                  {report.title}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {report.conclusion}
                </Text>
              </Table.Th>
              <Table.Td className="wrap">{report.site ?? 'all'}</Table.Td>
              <Table.Td>{basisWord(report.basis)}</Table.Td>
              <Table.Td>{moment(report.at)}</Table.Td>
              <Table.Td>
                {moment(report.createdAt)}
                <Text size="xs" c="dimmed">
                  {report.author}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
