import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { type HistoryEvent, useNote } from '~/api/history';
import { Dialog } from '~/parts/Dialog';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { localInput, zoneName } from '~/text/times';

const schema = v.object({
  kind: v.picklist(['deploy', 'note']),
  text: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a line, such as the version'),
    v.maxLength(500, 'At most 500 characters'),
  ),
  subject: v.pipe(v.string(), v.trim(), v.maxLength(300, 'At most 300 characters')),
  at: v.pipe(
    v.string(),
    v.check((text) => text === '' || Date.parse(text) <= Date.now(), 'It is in the future'),
  ),
});

/** Form that notes a deployment, or changes a noted event. */
export function NoteDialog({ event, onClose }: { event?: HistoryEvent; onClose: () => void }) {
  const note = useNote();
  const id = useId();
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      kind: event?.kind === 'note' ? ('note' as const) : ('deploy' as const),
      text: event?.text ?? '',
      subject: event?.subject ?? '',
      at: event ? localInput(event.at) : '',
    },
  });
  const submit = form.handleSubmit(({ kind, text, subject, at }) =>
    note.mutate(
      {
        id: event?.id,
        event: {
          kind,
          text,
          ...(subject ? { subject } : {}),
          ...(at ? { at: new Date(at).toISOString() } : {}),
        },
      },
      {
        onSuccess: () => {
          notify(event ? 'The event was changed.' : 'The event was noted.');
          onClose();
        },
        onError: (error) => notifyFailure('Nothing was noted', sentence(error)),
      },
    ),
  );
  const { errors } = form.formState;
  return (
    <Dialog
      title={event ? 'Change the event' : 'Note an event'}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={note.isPending}>
            {event ? 'Change' : 'Note'}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate aria-label="Event">
        <Stack gap="sm">
          <NativeSelect
            label="Kind"
            data={[
              { value: 'deploy', label: 'Deployment' },
              { value: 'note', label: 'Other note' },
            ]}
            {...form.register('kind')}
            value={form.watch('kind')}
          />
          <TextInput
            label="Text"
            description="One line that explains it to others"
            autoComplete="off"
            error={errors.text?.message}
            {...form.register('text')}
          />
          <TextInput
            label="Subject"
            description="The site or application; may be empty"
            autoComplete="off"
            spellCheck={false}
            error={errors.subject?.message}
            {...form.register('subject')}
          />
          <TextInput
            type="datetime-local"
            step={1}
            label={`Time (${zoneName()})`}
            description="Empty for now"
            error={errors.at?.message}
            {...form.register('at')}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
