import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { archiveAddress, type TimelineDetail, useTimeline } from '~/api/timelines';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { count, plural } from '~/text/numbers';
import { moment } from '~/text/times';
import { Chart } from './Chart';
import { Decisions } from './Decisions';
import { ForgetButton } from './ForgetButton';
import { RunTable } from './RunTable';
import { StateTag } from './StateTag';
import { subjectOf } from './subject';

const route = getRouteApi('/frame/timelines/$id');

export function TimelinePage() {
  const { id } = route.useParams();
  const query = useTimeline(id);
  const timeline = query.data?.timeline;
  return (
    <>
      <PageHead
        title="Connection timeline"
        mark={timeline && <StateTag state={timeline.state} />}
        lead={timeline && subjectOf(timeline)}
        actions={timeline && <Actions id={id} />}
      />
      <LoadingPanel query={query} what="the timeline">
        {(detail) =>
          detail.events.length > 0 ? <Recorded detail={detail} /> : <Nothing detail={detail} />
        }
      </LoadingPanel>
    </>
  );
}

function Actions({ id }: { id: string }) {
  return (
    <>
      <Button component="a" variant="default" href={archiveAddress(id)} download>
        Download HAR
      </Button>
      <ForgetButton id={id} />
    </>
  );
}

function Nothing({ detail: { timeline } }: { detail: TimelineDetail }) {
  return timeline.state === 'expired' ? (
    <EmptyPanel icon="history" title="No connection came in time">
      Record again from the list of timelines, and load the page while the gateway waits.
    </EmptyPanel>
  ) : (
    <EmptyPanel icon="history" title="Waiting for a connection">
      Load the page now. Its connection appears here
      {timeline.expiresAt && <>; the gateway waits until {moment(timeline.expiresAt)}</>}.
    </EmptyPanel>
  );
}

function Recorded({ detail }: { detail: TimelineDetail }) {
  const { view = 'chart' } = route.useSearch();
  const navigate = route.useNavigate();
  const { dropped, streamsDropped, capacity } = detail.timeline;
  return (
    <Stack gap="md">
      {dropped + streamsDropped > 0 && (
        <Notice tone="warn" title="The beginning is missing">
          <Text size="sm">
            {plural(dropped, 'older event')} and {plural(streamsDropped, 'older stream')} were
            dropped: {count(capacity)} events of a connection are kept.
          </Text>
        </Notice>
      )}
      <Panel
        title="Streams"
        aside={
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view}
            onChange={(value) =>
              navigate({
                search: (old) => ({ ...old, view: value === 'table' ? 'table' : undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Show as table' },
            ]}
          />
        }
      >
        {view === 'table' ? <RunTable detail={detail} /> : <Chart detail={detail} />}
        <Text size="xs" c="dimmed">
          {detail.note.replaceAll('`', '')}
        </Text>
      </Panel>
      <Decisions detail={detail} />
    </Stack>
  );
}
