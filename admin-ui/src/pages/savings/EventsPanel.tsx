import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type History, type HistoryEvent, useDeleteNote } from '~/api/history';
import { useSession, useWhyNot } from '~/api/session';
import { EventTable } from '~/history/EventTable';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { notify, notifyFailure } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { eventWord, isNoted } from '~/text/events';
import { moment } from '~/text/times';
import { NoteDialog } from './NoteDialog';
import { ReportDialog } from './ReportDialog';

interface Props {
  history: History;
  sites: string[];
  site?: string | undefined;
}

type Open =
  | { kind: 'note' | 'report'; event?: HistoryEvent }
  | { kind: 'delete'; event: HistoryEvent };

/** Events of the range, with the way to note one and to make a report about one. */
export function EventsPanel({ history, sites, site }: Props) {
  const [open, setOpen] = useState<Open | null>(null);
  const whyNot = useWhyNot('editor');
  const mayChange = useMayChange();
  const close = () => setOpen(null);
  return (
    <Panel
      title="Events"
      aside={
        <>
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
        </>
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
                  aria-label={`Report before and after: ${nameOf(event)}`}
                  onClick={() => setOpen({ kind: 'report', event })}
                >
                  Report
                </Button>
                {mayChange(event) && (
                  <>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Change: ${nameOf(event)}`}
                      onClick={() => setOpen({ kind: 'note', event })}
                    >
                      Change
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Delete: ${nameOf(event)}`}
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
      {open?.kind === 'note' && (
        <NoteDialog {...(open.event ? { event: open.event } : {})} onClose={close} />
      )}
      {open?.kind === 'report' && (
        <ReportDialog event={open.event} sites={sites} site={site} onClose={close} />
      )}
      {open?.kind === 'delete' && <DeleteDialog event={open.event} onClose={close} />}
    </Panel>
  );
}

const nameOf = (event: HistoryEvent): string => `${eventWord(event.kind)}, ${event.text}`;

/** Only the author of a noted event and an admin may change it. */
function useMayChange() {
  const session = useSession();
  return ({ kind, author }: HistoryEvent): boolean =>
    isNoted(kind) && (author === session?.user || session?.role === 'admin');
}

function DeleteDialog({ event, onClose }: { event: HistoryEvent; onClose: () => void }) {
  const remove = useDeleteNote();
  return (
    <ConfirmDialog
      title="Delete this event?"
      confirm="Delete"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(event.id, {
          onSuccess: () => {
            notify('The event was deleted.');
            onClose();
          },
          onError: (error) => notifyFailure('Nothing was changed', sentence(error)),
        })
      }
    >
      <Text size="sm">
        {nameOf(event)}, {moment(event.at)}. Reports about it keep their copy.
      </Text>
    </ConfirmDialog>
  );
}
