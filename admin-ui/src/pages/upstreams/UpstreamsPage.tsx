import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Upstream, useUpstreams } from '~/api/routing';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { NothingFits } from '~/parts/NothingFits';
import { PageHead } from '~/parts/PageHead';
import { ProblemSearch } from '~/parts/ProblemSearch';
import { plural } from '~/text/numbers';
import type { RowSearch } from '~/text/search';
import { GoneServers } from './GoneServers';
import { UpstreamPanel } from './UpstreamPanel';

const route = getRouteApi('/frame/upstreams');

export function UpstreamsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useUpstreams();
  const change = (part: RowSearch) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="Upstreams"
        lead="The servers behind the gateway as this node sees them. A decision of an operator is in force on all nodes, over reloads and restarts."
      />
      <LoadingPanel query={query} what="the upstreams">
        {(page) =>
          page.items.length > 0 || page.gone.length > 0 ? (
            <Stack gap="md">
              <ProblemSearch
                search={search}
                placeholder="Upstream or server"
                problems={page.problems}
                onChange={change}
              />
              <Matching
                items={page.items.filter((each) => isWanted(each, search))}
                onAll={() => change({ q: undefined, show: undefined })}
              />
              {page.gone.length > 0 && <GoneServers servers={page.gone} />}
              <Text size="xs" c="dimmed" role="status">
                {plural(page.total, 'upstream')}, as seen by node {page.node.name}
              </Text>
            </Stack>
          ) : (
            <EmptyPanel icon="servers" title="No upstream is configured">
              Routes with a proxy action name an upstream of the configuration file.
            </EmptyPanel>
          )
        }
      </LoadingPanel>
    </>
  );
}

function Matching({ items, onAll }: { items: Upstream[]; onAll: () => void }) {
  if (items.length > 0) {
    return items.map((each) => <UpstreamPanel key={each.name} upstream={each} />);
  }
  return (
    <NothingFits what="upstream" onAll={onAll}>
      Names of upstreams and servers were searched.
    </NothingFits>
  );
}

function isWanted(upstream: Upstream, { q = '', show }: RowSearch): boolean {
  const text = q.toLowerCase();
  const hasText = [upstream.name, ...upstream.servers.map(({ id }) => id)].some((each) =>
    each.toLowerCase().includes(text),
  );
  const hasProblem =
    upstream.servers.length === 0 || upstream.servers.some((each) => !each.takesRequests);
  return hasText && (show === undefined || hasProblem);
}
