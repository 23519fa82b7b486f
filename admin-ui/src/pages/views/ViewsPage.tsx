import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useOwnSite } from '~/api/session';
import { useViewList } from '~/api/views';
import { RangePicker } from '~/history/RangePicker';
import { rangeOf } from '~/history/range';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { count } from '~/text/numbers';
import { AnyOf } from '~/views/AnyOf';
import { PartFields } from '~/views/PartFields';
import { OUTCOMES, type ViewsSearch } from './search';
import { ViewList } from './ViewList';

const PRESET = '1h';
const LIMIT = 50;
const routeApi = getRouteApi('/frame/views');

export function ViewsPage() {
  const search = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const ownSite = useOwnSite();
  const range = rangeOf(search, PRESET);
  const offset = Number(search.offset ?? 0);
  const change = (changed: Partial<ViewsSearch>) =>
    navigate({
      search: (before) => ({ ...before, offset: undefined, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const query = useViewList(range, {
    ...search,
    site: search.site ?? ownSite,
    all: search.all === 'yes',
    limit: LIMIT,
    offset,
  });
  return (
    <>
      <PageHead
        title="Views"
        lead="Single page views of real visitors, with the times of their resources by the browser and by the gateway. Choose two to see them side by side."
      />
      <Group gap="sm" align="flex-end" mb="md">
        <RangePicker value={search} preset={PRESET} onChange={change} />
        <NativeSelect
          size="xs"
          label="Order"
          value={search.order ?? ''}
          data={[
            { value: '', label: 'Newest first' },
            { value: 'slowest', label: 'Slowest first' },
          ]}
          onChange={(event) =>
            change({ order: event.currentTarget.value === 'slowest' ? 'slowest' : undefined })
          }
        />
        <PartFields part={search} onChange={change} />
        <AnyOf
          label="Outcome"
          value={search.outcome}
          options={OUTCOMES}
          onChange={(outcome) => change({ outcome })}
        />
        <TextInput
          size="xs"
          label="Arm"
          placeholder="experiment:arm"
          defaultValue={search.arm ?? ''}
          onChange={(event) => {
            const arm = event.currentTarget.value;
            if (arm === '' || /^[^:]+:.+$/.test(arm)) change({ arm: arm || undefined });
          }}
        />
        <Checkbox
          size="xs"
          pb={7}
          label="Also without a waterfall"
          checked={search.all === 'yes'}
          onChange={(event) => change({ all: event.currentTarget.checked ? 'yes' : undefined })}
        />
      </Group>
      <LoadingPanel query={query} what="the page views">
        {({ total, items }) =>
          items.length === 0 && offset > 0 ? (
            <EmptyPanel
              icon="history"
              title="No more page views"
              next={<Button onClick={() => change({})}>Show the first ones</Button>}
            >
              Fewer match than before, as the oldest have left the range.
            </EmptyPanel>
          ) : items.length === 0 ? (
            <EmptyPanel icon="history" title="No page view matches">
              The policy timings keeps the waterfalls of a share of the page views: one in a
              hundred, unless its key waterfalls says otherwise. A visit is shown here within five
              seconds.
            </EmptyPanel>
          ) : (
            <>
              <ViewList
                views={items}
                chosen={[search.one, search.two]}
                onChoose={([one, two]) => change({ one, two, offset: search.offset })}
              />
              <Group justify="space-between" mt="sm">
                <Text size="sm" c="dimmed" role="status">
                  {count(offset + 1)} to {count(offset + items.length)} of {count(total)}
                </Text>
                <Group gap="sm">
                  {search.one && search.two && (
                    <ButtonLink
                      to="/views/$id"
                      params={{ id: search.one }}
                      search={{ beside: search.two }}
                      size="xs"
                    >
                      Show the two side by side
                    </ButtonLink>
                  )}
                  <Button
                    size="xs"
                    variant="default"
                    disabled={offset === 0}
                    onClick={() => change({ offset: `${Math.max(0, offset - LIMIT)}` })}
                  >
                    Previous
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={offset + items.length >= total}
                    onClick={() => change({ offset: `${offset + LIMIT}` })}
                  >
                    Next
                  </Button>
                </Group>
              </Group>
            </>
          )
        }
      </LoadingPanel>
    </>
  );
}
