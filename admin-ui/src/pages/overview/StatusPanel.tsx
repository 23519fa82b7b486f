import { Table } from '@mantine/core';
import type { FleetNode, Status } from '~/api/status';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { protocolLabel } from '~/text/protocols';
import { duration, moment } from '~/text/times';

export function StatusPanel({ status }: { status: Status }) {
  const { config, store, nodes } = status;
  const rows: [string, string][] = [
    ['Version', `${status.version} on Java ${status.java}`],
    ['Running', `${duration(status.uptimeSeconds)}, since ${moment(status.startedAt)}`],
    ['Snapshot', revisionText(status.revision, nodes)],
    ['Configuration', `${config.file}, loaded ${moment(config.loadedAt)}`],
    ['Store', `${store.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${store.state}`],
    ...status.listeners.map((each): [string, string] => [
      `Listener ${each.name}`,
      `${each.address} · ${each.protocols.map(protocolLabel).join(', ')}`,
    ]),
  ];
  const astray = status.fleet.filter((each) => each.state !== 'current');
  const complaints = status.listeners.filter((each) => each.complaint !== null);
  const records = status.listeners.flatMap((each) => each.httpsRecords);
  return (
    <Panel title="State of this gateway">
      {config.state === 'reload-failed' && (
        <Notice tone="bad" title="The last reload of the configuration failed">
          Attempt at {moment(config.lastAttemptAt)}; the gateway still runs the configuration of{' '}
          {moment(config.loadedAt)}.<pre className="lines">{config.problems.join('\n')}</pre>
        </Notice>
      )}
      {store.state === 'read-only' && (
        <Notice tone="bad" title="The store is read-only">
          Traffic is served as last published; nothing can be saved or published. {store.detail}
        </Notice>
      )}
      {store.state === 'down' && (
        <Notice tone="bad" title="The store is down">
          Traffic is served from the last snapshot; nothing can be saved or published.{' '}
          {store.detail}
        </Notice>
      )}
      {astray.length > 0 && (
        <Notice
          tone="warn"
          title={`${astray.length} of ${status.fleet.length} nodes may not run revision ${newest(status)}`}
        >
          <ul>
            {astray.map((each) => (
              <li key={each.id}>{nodeText(each)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {complaints.map((each) => (
        <Notice key={each.name} tone="warn" title={`Listener ${each.name} has a problem`}>
          {each.complaint}
        </Notice>
      ))}
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} w="9.5rem" style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              <Table.Td className="wrap">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {records.length > 0 && (
        <details>
          <summary>DNS records that announce HTTP/3 to browsers at their first visit</summary>
          <pre className="lines">{records.join('\n')}</pre>
        </details>
      )}
    </Panel>
  );
}

const newest = (status: Status) => Math.max(...status.fleet.map((each) => each.revision));

function nodeText({ name, own, state, revision, seenAt, detail }: FleetNode): string {
  const who = own ? `${name} (this node)` : name;
  if (state === 'gone') {
    const since = seenAt === null ? '' : ` since ${moment(seenAt)}`;
    return `${who} is silent${since}; it ran revision ${revision}.`;
  }
  return `${who} runs revision ${revision}${detail === null ? '' : `; ${detail}`}.`;
}

function revisionText(revision: number, nodes: Status['nodes']): string {
  if (revision === 0) return 'nothing published yet';
  return `revision ${revision}, effective on ${nodes.effective} of ${nodes.total} nodes`;
}
