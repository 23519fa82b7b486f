import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type HistoryScope, type Range, totalsAddress, useTotals } from '~/api/history';
import { useLive } from '~/api/live';
import { RangePicker } from '~/history/RangePicker';
import { rangeOf } from '~/history/range';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { Cards } from './Cards';
import { Filters } from './Filters';
import { HistorySection } from './HistorySection';
import { PartTable } from './PartTable';
import { SinceStart } from './SinceStart';
import type { SavingsSearch } from './search';
import { MEASURES, namesOf, totalsOf } from './totals';

const route = getRouteApi('/frame/savings');
const PRESET = '24h';

export function SavingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const savings = useLive().savings;
  const range = useRange(search);
  const { scope, name, node } = partOf(search);
  const whole = { range, measures: MEASURES, node };
  const listeners = useTotals({ ...whole, scope: 'listener' });
  const sites = useTotals({ ...whole, scope: 'site' });
  const all = useTotals({ ...whole, scope: 'all' });
  const chosen = scope === 'listener' ? listeners : scope === 'site' ? sites : all;
  const go = (part: SavingsSearch) =>
    void navigate({
      search: (old) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <PageHead
        title="Savings"
        lead="Connections, handshakes and CPU time of your own traffic over time, and reports that compare the time before and after a change."
        actions={
          <ButtonLink to="/reports" variant="default">
            Reports
          </ButtonLink>
        }
      />
      <Stack gap="md">
        <RangePicker value={search} preset={PRESET} onChange={go} />
        <HistorySection
          range={range}
          part={{ scope, name, node }}
          search={search}
          sites={namesOf(sites.data)}
          go={go}
          filters={(nodes) => (
            <Filters
              search={search}
              listeners={namesOf(listeners.data)}
              sites={namesOf(sites.data)}
              nodes={nodes}
              onChange={go}
            />
          )}
          cards={
            <LoadingPanel query={chosen} what="the totals">
              {(totals) => <Cards read={totalsOf(totals, name ?? '')} isPart={scope !== 'all'} />}
            </LoadingPanel>
          }
        />
        <LoadingPanel query={listeners} what="the listeners">
          {(totals) => (
            <PartTable
              title="By listener"
              kind="Listener"
              totals={totals}
              csv={totalsAddress({ ...whole, scope: 'listener' })}
              onPick={(listener) => go({ listener, site: undefined })}
            />
          )}
        </LoadingPanel>
        <LoadingPanel query={sites} what="the sites">
          {(totals) => (
            <PartTable
              title="By site"
              kind="Site"
              totals={totals}
              csv={totalsAddress({ ...whole, scope: 'site' })}
              onPick={(site) => go({ site, listener: undefined })}
            />
          )}
        </LoadingPanel>
        {savings && <SinceStart savings={savings} />}
        <Text size="xs" c="dimmed">
          A connection counts for the site of its first request. The tables by listener and by site
          lag up to two minutes behind the cards. Times are those of your browser.
        </Text>
      </Stack>
    </>
  );
}

/** Keeps the object while the address says the same, as it is part of the keys of queries. */
function useRange({ range, from, to }: SavingsSearch): Range {
  return useMemo(() => rangeOf({ range, from, to }, PRESET), [range, from, to]);
}

function partOf({ listener, site, node }: SavingsSearch): {
  scope: HistoryScope;
  name: string | undefined;
  node: string | undefined;
} {
  const scope = listener !== undefined ? 'listener' : site !== undefined ? 'site' : 'all';
  return { scope, name: listener ?? site, node };
}
