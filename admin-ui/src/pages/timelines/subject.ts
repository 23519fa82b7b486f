import type { Timeline } from '~/api/timelines';
import { protocolLabel } from '~/text/protocols';

/** Returns a description of the connection, or of the one that the gateway waits for. */
export function subjectOf({ connection, filter, author }: Timeline): string {
  if (connection !== null) {
    const who = author === null ? 'a sample' : `watched by ${author}`;
    return `${protocolLabel(connection.protocol)} from ${connection.peer} to ${connection.listener}, ${who}`;
  }
  const parts = [
    filter?.client ? `from ${filter.client}` : '',
    filter?.host ? `that requests ${filter.host}` : '',
  ];
  return `The next connection ${parts.filter((part) => part !== '').join(' ')}`;
}
