import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { History, HistoryEvent } from '~/api/history';
import { useSession, useWhyNot } from '~/api/session';
import { EventTable } from '~/history/EventTable';
import { Panel } from '~/parts/Panel';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { eventName, isNoted } from '~/text/events';
import type { OpenDialog } from './EventDialog';

const EventDialog = lazy(() => import('./EventDialog'));

interface Props {
  history: History;
  sites: string[];
  site?: string | undefined;
}

/** Events of the range, with the way to note one and to make a report about one. */
export function EventsPanel({ history, sites, site }: Props) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const whyNot = useWhyNot('editor');
  const mayChange = useMayChange();
  return (
    <Panel
      title="Events"
      aside={
        <Group gap="xs">
          <WhyNotButton
            size="xs"
            variant="default"
            whyNot={whyNot}
            onClick={() => setOpen({ kind: 'note' })}
          >
            Note an event
          </WhyNotButton>
          {whyNot === undefined && (
            <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'report' })}>
              Report about another moment
            </Button>
          )}
        </Group>
      }
    >
      {history.events.length === 0 ? (
        <Text size="sm" c="dimmed">
          No event in this range. The gateway adds its own, such as changed protocols and
          publications; note your deployments here.
        </Text>
      ) : (
        <EventTable
          events={history.events}
          left={history.eventsLeft}
          actions={(event) =>
            whyNot === undefined && (
              <>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Report before and after: ${eventName(event)}`}
                  onClick={() => setOpen({ kind: 'report', event })}
                >
                  Report
                </Button>
                {mayChange(event) && (
                  <>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Change: ${eventName(event)}`}
                      onClick={() => setOpen({ kind: 'note', event })}
                    >
                      Change
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Delete: ${eventName(event)}`}
                      onClick={() => setOpen({ kind: 'delete', event })}
                    >
                      Delete
                    </Button>
                  </>
                )}
              </>
            )
          }
        />
      )}
      {open && (
        <Suspense>
          <EventDialog open={open} sites={sites} site={site} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Only the author of a noted event and an admin may change it. */
function useMayChange() {
  const session = useSession();
  return ({ kind, author }: HistoryEvent): boolean =>
    isNoted(kind) && (author === session?.user || session?.role === 'admin');
}
