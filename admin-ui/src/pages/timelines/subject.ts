import type { Timeline } from '~/api/timelines';
import { protocolLabel } from '~/text/protocols';

/** Which connection it is, or which one is waited for. */
export function subjectOf({ connection, filter, author }: Timeline): string {
  if (connection !== null) {
    const who = author === null ? 'a sample' : `watched by ${author}`;
    return `${protocolLabel(connection.protocol)} from ${connection.peer} to ${connection.listener}, ${who}`;
  }
  const parts = [
    filter?.client ? `of ${filter.client}` : '',
    filter?.host ? `that asks for ${filter.host}` : '',
  ];
  return `The next connection ${parts.filter((part) => part !== '').join(' ')}`;
}
