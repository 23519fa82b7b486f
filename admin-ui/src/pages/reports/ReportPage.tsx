import { Button, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Report, reportAddress, useReport } from '~/api/history';
import { Refusal } from '~/history/Refusal';
import { CopyText } from '~/parts/CopyText';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { eventWord } from '~/text/events';
import { momentIn } from '~/text/times';
import { FigureTable } from './FigureTable';
import { Counterfactual, Method, Others, Windows } from './Grounds';
import { Primary } from './Primary';

const route = getRouteApi('/frame/reports/$id');

export function ReportPage() {
  const { id } = route.useParams();
  const query = useReport(id);
  const report = query.data;
  return (
    <>
      <PageHead
        title={report?.title ?? 'Report'}
        lead={report && <Question report={report} />}
        actions={
          <div className="no-print">
            <Actions id={id} isLoaded={report !== undefined} />
          </div>
        }
      />
      <LoadingPanel query={query} what="the report">
        {(loaded) => <Body report={loaded} />}
      </LoadingPanel>
    </>
  );
}

function Actions({ id, isLoaded }: { id: string; isLoaded: boolean }) {
  const address = reportAddress(id);
  return (
    <Group gap={4}>
      <ButtonLink to="/reports" size="xs" variant="default">
        All reports
      </ButtonLink>
      {isLoaded && (
        <>
          <Button size="xs" variant="default" onClick={() => window.print()}>
            Print
          </Button>
          <Button component="a" size="xs" variant="default" href={address} download={`${id}.json`}>
            JSON
          </Button>
          <Button component="a" size="xs" variant="default" href={`${address}/csv`} download>
            CSV
          </Button>
          <CopyText text={linkTo(id)} label="Copy link" />
        </>
      )}
    </Group>
  );
}

function Question({ report: { question } }: { report: Report }) {
  const { at, event, site, zone } = question;
  return (
    <>
      {event && `${eventWord(event.kind)}: ${event.text}. `}
      {momentIn(at, zone)} ({zone}), {site === null ? 'all traffic' : `site ${site}`}.
    </>
  );
}

function Body({ report }: { report: Report }) {
  const { zone } = report.question;
  return (
    <Stack gap="md" className="report">
      {report.refused && <Refusal refused={report.refused} zone={zone} asked={report.createdAt} />}
      <Panel title="Conclusion">
        <Primary figures={report.figures} />
        <Text className="reading">{report.conclusion}</Text>
      </Panel>
      {report.figures.length > 0 && (
        <Panel title="Figures">
          <FigureTable figures={report.figures} />
        </Panel>
      )}
      {report.counterfactual && <Counterfactual value={report.counterfactual} />}
      <Others confounders={report.confounders} />
      {report.windows && (
        <Windows windows={report.windows} excluded={report.excluded} zone={zone} />
      )}
      {report.basis && <Method report={report} basis={report.basis} />}
      <Text size="xs" c="dimmed">
        Made by {report.author}, {momentIn(report.createdAt, zone)} ({zone}).{' '}
        {report.id !== null && <span className="wrap">{linkTo(report.id)}</span>}
      </Text>
    </Stack>
  );
}

/** Returns the permanent link. */
const linkTo = (id: string): string =>
  `${window.location.origin}/reports/${encodeURIComponent(id)}`;
