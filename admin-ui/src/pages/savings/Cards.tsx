import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '~/parts/Panel';
import { count, measured, share, signed } from '~/text/numbers';
import { duration } from '~/text/times';
import { perThousand, sumOf, type Totals } from './totals';

interface Props {
  read: Totals;
  /** Only a part of the traffic: CPU time and connections to servers are not counted by part. */
  isPart: boolean;
}

/** The totals of the range, each with its definition. */
export function Cards({ read, isPart }: Props) {
  const whole = 'Counted for all traffic together only.';
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      <Saved read={read} />
      <Opened read={read} />
      <Handshakes read={read} />
      <Cpu read={read} absent={isPart ? whole : undefined} />
      <Panel title="Time to first byte">
        <Figure
          value={orAbsent(read('p95'), (value) => `${measured(value)} ms`)}
          note="95 of 100 requests"
          missing="No request was measured in this range."
        />
        <Definition>
          From the head of a request to the head of its final response, with the time of your
          servers. It is at most 12.5% too high.
        </Definition>
      </Panel>
      <Pooling read={read} absent={isPart ? whole : undefined} />
    </SimpleGrid>
  );
}

function Saved({ read }: { read: Totals }) {
  const [saved, equivalent, opened] = [read('saved'), read('h1_equivalent'), read('opened')];
  return (
    <Panel title="Connections saved">
      <Figure
        value={orAbsent(saved, signed)}
        tone={saved === null || saved === 0 ? '' : saved > 0 ? 'good' : 'bad'}
        note="estimate, against the HTTP/1.1 equivalent"
        missing="No connection was counted in this range."
      />
      {equivalent !== null && opened !== null && (
        <Text size="sm">
          {count(equivalent)} that HTTP/1.1 would have opened − {count(opened)} opened
        </Text>
      )}
      <Definition>
        HTTP/1.1 equivalent minus connections opened, both in this range. An estimate. It may be
        negative.
      </Definition>
    </Panel>
  );
}

function Opened({ read }: { read: Totals }) {
  const opened = read('opened');
  const perView = perThousand(opened, read('page_views'));
  const perRequest = perThousand(opened, read('requests'));
  const requests = read('requestsPerConnection');
  const [half, most] = [read('ageP50'), read('ageP95')];
  return (
    <Panel title="Connections opened">
      <Figure
        value={orAbsent(perView ?? perRequest, measured)}
        note={perView === null ? 'per 1,000 requests' : 'per 1,000 page views'}
        missing="No request was counted in this range."
      />
      {opened !== null && (
        <Text size="sm">
          {count(opened)} opened
          {requests !== null && `, ${measured(requests)} requests on each`}
        </Text>
      )}
      {half !== null && most !== null && (
        <Text size="sm">
          Half of those that closed were open for at most {lifetime(half)}, 95 of 100 for at most{' '}
          {lifetime(most)}
        </Text>
      )}
      <Definition>
        Divided by page views, or by requests if no browser sent a page view, as traffic differs
        from hour to hour.
      </Definition>
    </Panel>
  );
}

function Handshakes({ read }: { read: Totals }) {
  const [full, resumed, early] = [
    read('handshakes_full'),
    read('handshakes_resumed'),
    read('handshakes_early'),
  ];
  const all = sumOf([full, resumed]);
  const failures = [
    ['left by the client', read('failed_left')],
    ['with a TLS error', read('failed_tls')],
    ['timed out', read('failed_timeout')],
    ['refused', read('failed_refused')],
  ] as const;
  const failed = sumOf(failures.map(([, value]) => value));
  return (
    <Panel title="Handshakes">
      <Figure
        value={all ? share(resumed ?? 0, all) : null}
        note="resumed"
        missing="No handshake was counted in this range."
      />
      {all !== null && (
        <Text size="sm">
          {count(full ?? 0)} full, {count(resumed ?? 0)} resumed
          {Boolean(early) && `, ${count(early ?? 0)} with early data (0-RTT)`}
        </Text>
      )}
      {failed !== null && (
        <Text size="sm">
          {count(failed)} failed
          {failed > 0 &&
            `: ${failures
              .filter(([, value]) => value)
              .map(([words, value]) => `${count(value ?? 0)} ${words}`)
              .join(', ')}`}
        </Text>
      )}
      <Definition>
        A resumed handshake skips the certificate and its signature, most of the CPU of a handshake.
      </Definition>
    </Panel>
  );
}

function Cpu({ read, absent }: { read: Totals; absent: string | undefined }) {
  const cpu = read('cpuSeconds');
  const perRequest = perThousand(cpu, read('requests'));
  const nanos = read('handshake_nanos');
  return (
    <Panel title="CPU time">
      <Figure
        value={orAbsent(perRequest, (value) => `${measured(value)} s`)}
        note="per 1,000 requests"
        missing={absent ?? 'No CPU time was measured in this range.'}
      />
      {cpu !== null && (
        <Text size="sm">
          {measured(cpu)} s on event loops
          {nanos !== null && `, ${measured(nanos / 1e9)} s of it in handshakes`}
        </Text>
      )}
      <Definition>Thread CPU time of the loops that serve connections of all protocols.</Definition>
    </Panel>
  );
}

function Pooling({ read, absent }: { read: Totals; absent: string | undefined }) {
  const [opened, requests] = [read('upstream_opened'), read('upstream_requests')];
  const saved = opened === null || requests === null ? null : requests - opened;
  return (
    <Panel title="Connections to your servers">
      <Figure
        value={orAbsent(saved, signed)}
        note="saved by pooling"
        missing={absent ?? 'No request was sent to a server in this range.'}
      />
      {opened !== null && requests !== null && (
        <Text size="sm">
          {count(requests)} requests − {count(opened)} connections opened
        </Text>
      )}
      <Definition>Requests that used a connection which was already open.</Definition>
    </Panel>
  );
}

const lifetime = (seconds: number): string =>
  seconds < 60 ? `${measured(seconds)} s` : duration(seconds);

const orAbsent = (value: number | null, format: (value: number) => string): string | null =>
  value === null ? null : format(value);

/** A value, or the reason for its absence. */
function Figure({
  value,
  note,
  missing,
  tone = '',
}: {
  value: string | null;
  note: string;
  missing: string;
  tone?: string;
}) {
  if (value === null) {
    return (
      <Text size="sm" c="dimmed">
        {missing}
      </Text>
    );
  }
  return (
    <div className="figure">
      <span className={tone}>{value}</span> <small>{note}</small>
    </div>
  );
}

function Definition({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" className="reading">
      {children}
    </Text>
  );
}
