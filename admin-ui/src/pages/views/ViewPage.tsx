import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useView, useWaterfall } from '~/api/views';
import { endOf } from '~/charts/waterfall';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { fallMarks, fallRows } from './rows';
import { ViewPanel } from './ViewPanel';
import { WaterfallKey } from './WaterfallKey';

const routeApi = getRouteApi('/frame/views/$id');

/** One page view, or two side by side on the same scale. */
export function ViewPage() {
  const { id } = routeApi.useParams();
  const { beside, form = 'chart' } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const one = useLanes(id);
  const two = useLanes(beside ?? id);
  const end = Math.max(one.end, beside ? two.end : 0);
  return (
    <>
      <PageHead
        title={beside ? 'Two page views' : 'Page view'}
        lead={
          beside
            ? 'Both on the same scale, from the start of each navigation.'
            : one.view.data && `${one.view.data.site}${one.view.data.page}`
        }
        actions={
          <>
            <SegmentedControl
              size="xs"
              aria-label="View"
              value={form}
              onChange={(value) =>
                navigate({
                  search: (before) => ({
                    ...before,
                    form: value === 'table' ? 'table' : undefined,
                  }),
                  replace: true,
                  resetScroll: false,
                })
              }
              data={[
                { value: 'chart', label: 'Chart' },
                { value: 'table', label: 'Show as table' },
              ]}
            />
            <ButtonLink to="/views" search={{}} variant="default" size="xs">
              All views
            </ButtonLink>
          </>
        }
      />
      {form === 'chart' && one.view.data && <WaterfallKey />}
      <SimpleGrid cols={{ base: 1, lg: beside ? 2 : 1 }} spacing="md">
        {[one, ...(beside ? [two] : [])].map((each) => (
          <LoadingPanel key={each.id} query={each.view} what="the page view">
            {(view) => (
              <LoadingPanel query={each.waterfall} what="the waterfall">
                {(waterfall) => (
                  <ViewPanel view={view} waterfall={waterfall} end={end} form={form} />
                )}
              </LoadingPanel>
            )}
          </LoadingPanel>
        ))}
      </SimpleGrid>
    </>
  );
}

function useLanes(id: string) {
  const view = useView(id);
  const waterfall = useWaterfall(id);
  const end =
    view.data && waterfall.data
      ? endOf(fallRows(waterfall.data.rows), fallMarks(view.data)) * 1.02
      : 0;
  return { id, view, waterfall, end };
}
