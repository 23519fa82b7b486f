import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ManifestState, useManifests } from '~/api/manifests';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { NothingFits } from '~/parts/NothingFits';
import { PageHead } from '~/parts/PageHead';
import { SearchField } from '~/parts/SearchField';
import { stateLabel } from '~/parts/StateBadge';
import { plural } from '~/text/numbers';
import { ManifestTable } from './ManifestTable';
import { sorted } from './sorting';

const route = getRouteApi('/frame/manifests');
const STATES = ['all', 'draft', 'published', 'changed', 'retired'] as const;

export function ListPage() {
  const { q, state, sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useManifests({ q, state });
  const isFiltered = q !== undefined || state !== undefined;
  const create = (
    <ButtonLink to="/manifests/new" leftSection={<Icon name="plus" size={16} />}>
      New manifest
    </ButtonLink>
  );

  return (
    <>
      <PageHead
        title="Manifests"
        lead="A manifest names the assets that a page needs. The gateway sends them ahead: as one 103, or as pushes to clients that accept them."
        actions={create}
      />
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField
            placeholder="Name or text"
            value={q ?? ''}
            onChange={(text) =>
              navigate({
                search: (old) => ({ ...old, q: text || undefined }),
                replace: true,
                resetScroll: false,
              })
            }
          />
          <SegmentedControl
            aria-label="State"
            value={state ?? 'all'}
            onChange={(value) =>
              navigate({
                search: (old) => ({
                  ...old,
                  state: value === 'all' ? undefined : (value as ManifestState),
                }),
                resetScroll: false,
              })
            }
            data={STATES.map((value) => ({
              value,
              label: value === 'all' ? 'All' : stateLabel(value),
            }))}
          />
        </Group>
        <LoadingPanel query={query} what="the manifests">
          {(page) =>
            page.items.length > 0 ? (
              <>
                <ManifestTable
                  items={sorted(page.items, sort)}
                  sort={sort}
                  onSort={(next) =>
                    navigate({ search: (old) => ({ ...old, sort: next }), resetScroll: false })
                  }
                />
                <Text size="xs" c="dimmed" role="status">
                  {page.total > page.items.length
                    ? `The first ${page.items.length} of ${plural(page.total, 'manifest')}. Search to see others.`
                    : plural(page.total, 'manifest')}
                </Text>
              </>
            ) : isFiltered ? (
              <NothingFits what="manifest" onAll={() => navigate({ search: { sort } })}>
                Names and draft texts were searched{q ? ` for “${q}”` : ''}
                {state ? `, in the state ${stateLabel(state)}` : ''}.
              </NothingFits>
            ) : (
              <EmptyPanel icon="manifest" title="No manifest yet" next={create}>
                Until one is published, only the Link headers of upstreams are announced ahead.
                Start with the page that most visitors see first.
              </EmptyPanel>
            )
          }
        </LoadingPanel>
      </Stack>
    </>
  );
}
