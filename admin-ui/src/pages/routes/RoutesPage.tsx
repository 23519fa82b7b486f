import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRoutes } from '~/api/routing';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { NothingFits } from '~/parts/NothingFits';
import { PageHead } from '~/parts/PageHead';
import { ProblemSearch } from '~/parts/ProblemSearch';
import { plural } from '~/text/numbers';
import { CachePanel } from './CachePanel';
import { PluginPanel } from './PluginPanel';
import { RouteTable } from './RouteTable';
import type { RoutesSearch } from './search';
import { isWanted, sorted } from './sorting';

const route = getRouteApi('/frame/routes');

export function RoutesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useRoutes();
  const change = (part: RoutesSearch) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="Sites & routes"
        lead="The way of requests: from a listener to a site, its most specific route, the steps and filters of that route, and the servers of its upstream."
        actions={
          <ButtonLink
            to="/routes/explain"
            variant="default"
            leftSection={<Icon name="search" size={16} />}
          >
            Which route wins?
          </ButtonLink>
        }
      />
      <LoadingPanel query={query} what="the routes">
        {(page) => {
          if (page.items.length === 0) {
            return (
              <EmptyPanel icon="routes" title="No route is configured">
                Sites and routes are sections of the configuration file. Until there is one, every
                request gets 421.
              </EmptyPanel>
            );
          }
          const items = page.items.filter((each) => isWanted(each, search));
          return (
            <Stack gap="md">
              <ProblemSearch
                search={search}
                placeholder="Route, host, path or upstream"
                problems={page.problems}
                onChange={change}
              />
              {items.length > 0 ? (
                <RouteTable
                  items={sorted(items, search.sort ?? 'order')}
                  listeners={page.listeners}
                  sort={search.sort ?? 'order'}
                  open={search.route}
                  onSort={(sort) => change({ sort })}
                  onOpen={(id) => change({ route: id })}
                />
              ) : (
                <NothingFits what="route" onAll={() => change({ q: undefined, show: undefined })}>
                  Ids, hosts, paths and targets were searched.
                </NothingFits>
              )}
              <Text size="xs" c="dimmed" role="status">
                {items.length < page.total
                  ? `${items.length} of ${plural(page.total, 'route')}`
                  : plural(page.total, 'route')}
              </Text>
              <CachePanel />
              <PluginPanel />
            </Stack>
          );
        }}
      </LoadingPanel>
    </>
  );
}
