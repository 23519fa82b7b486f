import { List } from '@mantine/core';
import { type ExperimentChange, useExperimentChanges } from '~/api/experiments';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Panel } from '~/parts/Panel';
import { moment } from '~/text/times';

const WORDS: Record<ExperimentChange['action'], string> = {
  create: 'planned',
  edit: 'changed the plan',
  start: 'started it',
  pause: 'paused it',
  resume: 'resumed it',
  stop: 'ended it',
  'stop-arm': 'stopped an arm',
  decide: 'decided',
  release: 'released the winner',
};

/** The steps of the experiment's life. */
export function ChangesPanel({ id }: { id: string }) {
  const query = useExperimentChanges(id);
  return (
    <Panel title="History">
      <LoadingPanel query={query} what="the history">
        {({ items }) => (
          <List size="sm">
            {items.map((change) => (
              <List.Item key={change.version}>
                {moment(change.at)}: {change.author === 'system' ? 'the gateway' : change.author}{' '}
                {WORDS[change.action]}
                {change.detail ? ` (${change.detail})` : ''}
              </List.Item>
            ))}
          </List>
        )}
      </LoadingPanel>
    </Panel>
  );
}
