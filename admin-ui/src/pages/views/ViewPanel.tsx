import { Button, Text } from '@mantine/core';
import { type PageView, type ViewWaterfall, viewArchive } from '~/api/views';
import { WaterfallChart } from '~/charts/WaterfallChart';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { ms, plural } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';
import { moment } from '~/text/times';
import { fallMarks, fallRows } from './rows';
import { WaterfallTable } from './WaterfallTable';

interface Props {
  view: PageView;
  waterfall: ViewWaterfall;
  /** Right end of the axis in milliseconds. */
  end: number;
  form: 'chart' | 'table';
}

/** The waterfall of one page view. */
export function ViewPanel({ view, waterfall, end, form }: Props) {
  const arms = view.arms.map(({ experiment, arm }) => `${experiment}: ${arm}`).join(', ');
  return (
    <Panel
      title={`${view.page}, ${shortLabel(view.protocol)}`}
      aside={
        <Button component="a" size="xs" variant="default" href={viewArchive(view.id)} download>
          Download HAR
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {moment(view.at)}, {view.outcome}, {view.cacheState}, {view.device}, {view.browser}, network{' '}
        {view.network}
        {arms && `, ${arms}`}
      </Text>
      <Missing waterfall={waterfall} />
      {form === 'chart' ? (
        <WaterfallChart
          rows={fallRows(waterfall.rows)}
          marks={fallMarks(view)}
          end={end}
          label={`Waterfall of ${view.page}; also available as a table`}
        />
      ) : (
        <WaterfallTable rows={waterfall.rows} label={view.page} />
      )}
      <Text size="xs" c="dimmed">
        {clockNote(waterfall)}
      </Text>
    </Panel>
  );
}

function clockNote({ clock, lostInBrowser, lostInGateway }: ViewWaterfall): string {
  const exact = clock
    ? `The browser's times are exact. Those of the gateway may be wrong by ${ms(clock.error)} in either direction.`
    : 'The two clocks cannot be compared without the page in both lanes.';
  const lost = lostInBrowser + lostInGateway;
  return lost === 0 ? exact : `${exact} ${plural(lost, 'resource is', 'resources are')} not shown.`;
}

function Missing({ waterfall: { hasBrowser, hasGateway } }: { waterfall: ViewWaterfall }) {
  if (hasBrowser && hasGateway) return null;
  return (
    <Notice tone="info" title={hasBrowser ? 'No lane of the gateway' : 'No lane of the browser'}>
      <Text size="sm">
        {hasBrowser
          ? 'It comes a second after the report, or a minute later from another gateway.'
          : 'The browser has sent no report with its resources.'}
      </Text>
    </Notice>
  );
}
