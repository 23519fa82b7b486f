import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { type HistoryEvent, useMakeReport } from '~/api/history';
import { Refusal } from '~/history/Refusal';
import { Dialog } from '~/parts/Dialog';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';
import { eventWord } from '~/text/events';
import { moment, zoneName } from '~/text/times';

interface Props {
  /** Absent: the user enters a time. */
  event?: HistoryEvent | undefined;
  sites: string[];
  /** The site that the page shows. */
  site?: string | undefined;
  onClose: () => void;
}

const LENGTHS = ['1', '2', '7', '14', '21', '28'];

/** Question for a report. Opens the report, or shows why there is none. */
export function ReportDialog({ event, sites, site: chosen, onClose }: Props) {
  const make = useMakeReport();
  const navigate = useNavigate();
  const id = useId();
  const [at, setAt] = useState('');
  const [site, setSite] = useState(chosen ?? '');
  const [zone, setZone] = useState(zoneName());
  const [days, setDays] = useState('28');
  const [problem, setProblem] = useState<string>();
  const refused = make.data?.refused;

  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    if (!event && Number.isNaN(Date.parse(at))) return setProblem('Enter a time');
    setProblem(undefined);
    make.mutate(
      {
        ...(event ? { event: event.id } : { at: new Date(at).toISOString() }),
        ...(site ? { site } : {}),
        zone,
        days: Number(days),
      },
      {
        onSuccess: (report) => {
          if (report.id !== null) void navigate({ to: '/reports/$id', params: { id: report.id } });
        },
      },
    );
  };

  return (
    <Dialog
      title="Report before and after"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={id} loading={make.isPending}>
            Make the report
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate aria-label="Report">
        <Stack gap="sm">
          {event ? (
            <Text size="sm">
              {eventWord(event.kind)}, {moment(event.at)}: {event.text}
            </Text>
          ) : (
            <TextInput
              type="datetime-local"
              step={1}
              label={`Moment of the change (${zoneName()})`}
              value={at}
              error={problem}
              onChange={(change) => setAt(change.currentTarget.value)}
            />
          )}
          <NativeSelect
            label="Traffic"
            value={site}
            onChange={(change) => setSite(change.currentTarget.value)}
            data={[
              { value: '', label: 'All traffic' },
              ...sites.map((name) => ({ value: name, label: name })),
            ]}
          />
          <NativeSelect
            label="Time at most, on each side"
            description="Whole weeks are compared by weekday and time of day"
            value={days}
            onChange={(change) => setDays(change.currentTarget.value)}
            data={LENGTHS.map((length) => ({
              value: length,
              label: length === '1' ? '1 day' : `${length} days`,
            }))}
          />
          <NativeSelect
            label="Time zone"
            description="Zone of your visitors, for the time of day"
            value={zone}
            onChange={(change) => setZone(change.currentTarget.value)}
            data={[...new Set([zoneName(), 'UTC'])]}
          />
        </Stack>
      </form>
      {refused && make.data && (
        <Refusal refused={refused} zone={make.data.question.zone} asked={make.data.createdAt} />
      )}
      {make.isError && (
        <Notice tone="bad" urgent title="No report was made">
          {sentence(make.error)}
        </Notice>
      )}
    </Dialog>
  );
}
