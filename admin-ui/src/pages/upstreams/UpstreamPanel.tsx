import { Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type {
  KindCount,
  ServerDecision,
  ServerSource,
  Upstream,
  UpstreamServer,
} from '~/api/routing';
import { useWhyNot } from '~/api/session';
import { TextLink } from '~/parts/links';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { ServerStateTag } from '~/parts/ServerStateTag';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { count, plural } from '~/text/numbers';
import { latency, moment } from '~/text/times';
import { words } from '~/text/tokens';
import { DecisionDialog } from './DecisionDialog';
import { decided } from './decided';

interface Asked {
  server: UpstreamServer;
  decision: ServerDecision;
}

/** One upstream with its servers. */
export function UpstreamPanel({ upstream }: { upstream: Upstream }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Panel
      title={upstream.name}
      aside={
        <Text size="sm" c="dimmed">
          {summary(upstream)}
        </Text>
      }
    >
      {upstream.servers.length > 0 ? (
        <ScrollBox label={`Servers of ${upstream.name}, table`}>
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Server</Table.Th>
                <Table.Th scope="col">State</Table.Th>
                <Table.Th scope="col" ta="right" className="nowrap">
                  In flight
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Requests
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Failures
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Latency
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Ejections
                </Table.Th>
                <Table.Th scope="col">Decision</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {upstream.servers.map((server) => (
                <Row
                  key={server.id}
                  server={server}
                  onAsk={(decision) => setAsked({ server, decision })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      ) : (
        <Text size="sm" className="bad">
          No server was found: every request gets 503. See the discovery of this upstream in the
          configuration, and the log of the gateway.
        </Text>
      )}
      {upstream.discovery.map((source) => (
        <Source key={source.source} source={source} />
      ))}
      {upstream.routes.length > 0 && (
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            Routes:
          </Text>
          {upstream.routes.map((id) => (
            <TextLink key={id} to="/routes" search={{ route: id }} size="xs">
              {id}
            </TextLink>
          ))}
        </Group>
      )}
      {asked && <DecisionDialog upstream={upstream} {...asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

/** A name in DNS or a file that names servers, with its problem if there is one. */
function Source({ source }: { source: ServerSource }) {
  return (
    <Text size="xs" c={source.problem === '' ? 'dimmed' : undefined}>
      <span className="mono">{source.source}</span>: {plural(source.servers, 'server')}
      {source.answeredAt && `, answered ${moment(source.answeredAt)}`}
      {source.problemSince && `. Fails since ${moment(source.problemSince)}: ${source.problem}`}
    </Text>
  );
}

function summary(upstream: Upstream): string {
  const { requests, retries, open, http2, h1Equivalent, waiting, refused } = upstream;
  const parts = [plural(requests, 'request'), plural(open, 'open connection')];
  if (http2 > 0) parts.push(`${count(http2)} with HTTP/2 (HTTP/1.1: ${count(h1Equivalent)})`);
  if (retries > 0) parts.push(plural(retries, 'retry', 'retries'));
  if (waiting > 0) parts.push(`${count(waiting)} waiting`);
  if (refused.length > 0) parts.push(`${count(total(refused))} refused`);
  return parts.join(' · ');
}

const total = (counts: KindCount[]): number => counts.reduce((sum, each) => sum + each.count, 0);

function Row({
  server,
  onAsk,
}: {
  server: UpstreamServer;
  onAsk: (decision: ServerDecision) => void;
}) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className="wrap" miw={200}>
        <span className="mono">{server.id}</span>
        <Text size="xs" c="dimmed">
          {placeOf(server)}
        </Text>
      </Table.Th>
      <Table.Td>
        <ServerStateTag state={server.state} />
        <Text size="xs" c="dimmed">
          since {moment(server.since)}
        </Text>
        {server.reason !== '' && <Text size="xs">{server.reason}</Text>}
        {server.override && (
          <Text size="xs" className="wrap">
            {decided(server.override)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{count(server.inFlight)}</Table.Td>
      <Table.Td ta="right">{count(server.requests)}</Table.Td>
      <Table.Td ta="right">
        {count(total(server.failures))}
        {server.failures.map(({ kind, count: failures }) => (
          <Text key={kind} size="xs" c="dimmed" className="nowrap">
            {words(kind)} {count(failures)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td ta="right" className="nowrap">
        {server.latencySeconds === null ? (
          <Text span c="dimmed" size="sm">
            none yet
          </Text>
        ) : (
          latency(server.latencySeconds)
        )}
      </Table.Td>
      <Table.Td ta="right">{count(server.ejections)}</Table.Td>
      <Table.Td>
        <Actions server={server} onAsk={onAsk} />
      </Table.Td>
    </Table.Tr>
  );
}

function placeOf({ weight, priority, zone }: UpstreamServer): string {
  const parts = [`weight ${weight}`];
  if (priority > 0) parts.push(`group ${priority}`);
  if (zone !== null) parts.push(`zone ${zone}`);
  return parts.join(', ');
}

const ACTIONS: readonly { decision: ServerDecision; label: string }[] = [
  { decision: 'drain', label: 'Drain' },
  { decision: 'eject', label: 'Eject' },
  { decision: 'enable', label: 'Enable' },
];

function Actions({
  server,
  onAsk,
}: {
  server: UpstreamServer;
  onAsk: (decision: ServerDecision) => void;
}) {
  const whyNot = useWhyNot('publisher');
  const offered = ACTIONS.filter(({ decision }) =>
    decision === 'enable' ? server.override !== null : server.override?.kind !== decision,
  );
  return (
    <Group gap="xs" wrap="nowrap">
      {offered.map(({ decision, label }) => (
        <WhyNotButton
          key={decision}
          size="compact-xs"
          variant="default"
          whyNot={whyNot}
          aria-label={`${label} ${server.id}`}
          onClick={() => onAsk(decision)}
        >
          {label}
        </WhyNotButton>
      ))}
    </Group>
  );
}
