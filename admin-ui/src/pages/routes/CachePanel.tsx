import { Table, Text } from '@mantine/core';
import { type ResponseCache, useCache } from '~/api/routing';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { bytes, count, share } from '~/text/numbers';

/** The response cache of this node. Shown once a request has used it. */
export function CachePanel() {
  const { data } = useCache();
  if (!data || requests(data) + data.passed === 0) {
    return null;
  }
  return (
    <Panel title="Response cache">
      <Text size="sm" className="wrap">
        {bytes(data.bytes)} of {bytes(data.memory)} hold the responses of {count(data.urls)} URLs.
        Counters are those since the start of this node.
      </Text>
      <ScrollBox className="scroll-x" label="Response cache, table">
        <Table verticalSpacing="xs">
          <Table.Tbody>
            {rows(data).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td ta="right">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Panel>
  );
}

const served = (cache: ResponseCache): number =>
  cache.hits + cache.stale + cache.validated + cache.coalesced;

const requests = (cache: ResponseCache): number => served(cache) + cache.misses;

function rows(cache: ResponseCache): [string, string][] {
  const { twins } = cache;
  return [
    [
      'Requests that stored responses served',
      `${count(served(cache))} (${share(served(cache), requests(cache))})`,
    ],
    ['Requests that were forwarded', count(cache.misses)],
    ['Requests that the cache may not serve', count(cache.passed)],
    ['Bytes that upstreams did not send', bytes(cache.savedBytes)],
    ['URLs that had to leave for others', count(cache.evictions)],
    [
      'Compressed forms (twins)',
      twins.made === 0
        ? 'none'
        : `${count(twins.made)} made, ${bytes(twins.plainBytes)} became ${bytes(twins.twinBytes)}`,
    ],
    ['Attempts without a twin', count(twins.dropped)],
    ['Twins that wait', count(twins.waiting)],
  ];
}
