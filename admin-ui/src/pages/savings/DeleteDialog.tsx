import { Text } from '@mantine/core';
import { type HistoryEvent, useDeleteNote } from '~/api/history';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { eventName } from '~/text/events';
import { moment } from '~/text/times';

/** Asks before a noted event is deleted. */
export function DeleteDialog({ event, onClose }: { event: HistoryEvent; onClose: () => void }) {
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
        {eventName(event)}, {moment(event.at)}. Reports about it keep their copy.
      </Text>
    </ConfirmDialog>
  );
}
