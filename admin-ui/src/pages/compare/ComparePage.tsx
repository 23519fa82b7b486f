import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type CompareQuestion, type PageComparison, useComparison } from '~/api/analysis';
import { useOwnSite } from '~/api/session';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { metricLabel } from '~/text/metrics';
import { count } from '~/text/numbers';
import { shortLabel } from '~/text/protocols';
import { CurvePanel } from './CurvePanel';
import { Pairs } from './Pairs';
import { SideForm } from './SideForm';
import { SplitPanel } from './SplitPanel';
import type { CompareSearch } from './search';

const route = getRouteApi('/frame/compare');

/** Two sides of the same pages: protocol against protocol, or arm against arm. */
export function ComparePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const ownSite = useOwnSite();
  const question = questionOf(search, ownSite);
  const query = useComparison(question);
  return (
    <>
      <PageHead
        title="Compare"
        lead="Page views of two sides, paired by page, hour and class of network, so that a side with more slow pages does not look slow."
      />
      <Stack gap="md">
        <SideForm
          key={JSON.stringify(question)}
          question={question}
          onAsk={(next) => navigate({ search: next })}
        />
        <LoadingPanel query={query} what="the comparison">
          {(compared) => <Body compared={compared} />}
        </LoadingPanel>
      </Stack>
    </>
  );
}

const siteOf = (site: string | undefined) => (site === undefined ? {} : { site });

/** @param ownSite site of a question without site and experiment, for a user who cannot ask about all sites */
const questionOf = (search: CompareSearch, ownSite: string | undefined): CompareQuestion => ({
  by: search.by ?? 'protocol',
  a: search.a ?? 'h1',
  b: search.b ?? 'h2',
  metric: search.metric ?? 'load',
  ...(search.experiment === undefined ? {} : { experiment: search.experiment }),
  ...siteOf(search.site ?? (search.experiment === undefined ? ownSite : undefined)),
});

function Body({ compared }: { compared: PageComparison }) {
  const { a, b } = compared;
  if (a.views === 0 && b.views === 0) {
    return (
      <EmptyPanel icon="archive" title="No page views">
        Neither side has page views with {metricLabel(compared.metric)} in the last seven days.
      </EmptyPanel>
    );
  }
  const names = `${shortLabel(a.name)} and ${shortLabel(b.name)}`;
  return (
    <Stack gap="md">
      <Panel title={`${metricLabel(compared.metric)}: pairs of ${names}`}>
        <Pairs compared={compared} />
      </Panel>
      <Panel
        title="Distribution of all page views"
        aside={`${count(a.views)} and ${count(b.views)} page views`}
      >
        <CurvePanel compared={compared} />
      </Panel>
      <Panel title="Parts of the time to first byte">
        <SplitPanel compared={compared} />
      </Panel>
    </Stack>
  );
}
