import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type ManifestState, useManifests } from '~/api/manifests';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
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
              <EmptyPanel
                icon="search"
                title="No manifest fits"
                next={
                  <Button variant="default" onClick={() => navigate({ search: { sort } })}>
                    Show all manifests
                  </Button>
                }
              >
                Names and draft texts were searched{q ? ` for “${q}”` : ''}
                {state ? `, in the state ${stateLabel(state)}` : ''}.
              </EmptyPanel>
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

/** Search field. The address follows with a delay, so that "back" does not step through letters. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const report = useDebouncedCallback(onChange, 200);
  useEffect(() => setText(value), [value]);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      label="Search"
      placeholder="Name or text"
      w={{ base: '100%', xs: 280 }}
      leftSection={<Icon name="search" size={16} />}
      aria-keyshortcuts="/"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
}
