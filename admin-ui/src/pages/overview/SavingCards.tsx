import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '~/api/client';
import type { Savings } from '~/api/live';
import { Panel } from '~/parts/Panel';
import { count, decimal, share, signed } from '~/text/numbers';
import { moment } from '~/text/times';

interface Props {
  savings: Savings | null;
  definitions: ReadonlyMap<string, Schemas['Definition']>;
}

/** Estimate with its sign, its parts and its definition. */
export function SavedCard({ savings, definitions }: Props) {
  const definition = definitions.get('saved') ?? definitions.get('h1Equivalent');
  return (
    <Panel title="Connections saved against the HTTP/1.1 equivalent">
      {savings ? (
        <>
          <Figure value={savings.total.saved}>estimate, since {moment(savings.since)}</Figure>
          <Text size="sm">
            {count(savings.total.h1Equivalent)} that HTTP/1.1 would have opened −{' '}
            {count(savings.total.opened)} opened
          </Text>
          {definition && <Definition text={definition.text} />}
        </>
      ) : (
        <Skeleton height={90} />
      )}
    </Panel>
  );
}

export function SavingCards({ savings, definitions }: Props) {
  return (
    <>
      <Panel title="Handshakes">
        {savings ? <Handshakes total={savings.total} /> : <Skeleton height={90} />}
      </Panel>
      <Panel title="CPU">
        {savings ? (
          <>
            {savings.cpu.savedSeconds === null ? (
              <CpuMissing cpu={savings.cpu} />
            ) : (
              <Figure value={savings.cpu.savedSeconds} unit="s">
                saved, estimate
              </Figure>
            )}
            <Text size="sm">
              {seconds(savings.cpu.loopSeconds)} on data-path loops,{' '}
              {seconds(savings.cpu.handshakeSeconds)} of it in handshakes
            </Text>
            <Definition
              text={definitions.get('savedSeconds')?.text ?? definitions.get('cpu')?.text}
            />
          </>
        ) : (
          <Skeleton height={90} />
        )}
      </Panel>
    </>
  );
}

/** Reason for a missing estimate: each unmet condition with its progress. */
function CpuMissing({ cpu }: { cpu: Savings['cpu'] }) {
  if (cpu.loopSeconds === null) {
    return (
      <Text size="sm" c="dimmed">
        No estimate: this machine does not measure the CPU time of threads.
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      No estimate yet. Measured so far:{' '}
      {cpu.missing
        .map(({ what, have, needed }) => `${count(have)} of ${count(needed)} ${what}`)
        .join(', ')}
      .
    </Text>
  );
}

function Handshakes({ total }: { total: Schemas['ProtocolSavings'] }) {
  const all = total.handshakesFull + total.handshakesResumed;
  return (
    <>
      <div className="figure">
        {share(total.handshakesResumed, all)} <small>resumed</small>
      </div>
      <Text size="sm">
        {count(total.handshakesFull)} full, {count(total.handshakesResumed)} resumed
      </Text>
      <Definition text="A resumed handshake skips the certificate and its signature, most of the CPU of a handshake." />
    </>
  );
}

function Figure({
  value,
  unit = '',
  children,
}: {
  value: number;
  unit?: string;
  children: ReactNode;
}) {
  const tone = value > 0 ? 'good' : value < 0 ? 'bad' : '';
  const word = value < 0 ? 'more than HTTP/1.1 would need' : '';
  return (
    <div className="figure">
      <span className={tone}>
        {signed(value)}
        {unit && ` ${unit}`}
      </span>{' '}
      <small>
        {word && unit === ''
          ? `${word}, ${typeof children === 'string' ? children : ''}`
          : children}
      </small>
    </div>
  );
}

function Definition({ text }: { text?: string | undefined }) {
  if (!text) return null;
  return (
    <Text size="xs" c="dimmed" className="reading">
      {text}
    </Text>
  );
}

const seconds = (value: number | null): string =>
  value === null ? 'not measured' : `${decimal(value)} s`;
