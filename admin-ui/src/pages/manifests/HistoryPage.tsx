import { getRouteApi } from '@tanstack/react-router';
import { useHistory, useManifest } from '~/api/manifests';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { RevisionList } from './RevisionList';
import { RevisionView } from './RevisionView';
import { Trail } from './Trail';

const route = getRouteApi('/frame/manifests/$name/history');

export function HistoryPage() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const history = useHistory(name);
  const manifest = useManifest(name);
  return (
    <>
      <Trail name={name} />
      <PageHead
        title={`History of ${name}`}
        lead="Every publication is kept. A rollback publishes an old revision as a new one."
      />
      <LoadingPanel query={history} what="the history">
        {({ items }) => {
          const newest = items[0];
          if (newest === undefined) {
            return (
              <EmptyPanel
                icon="history"
                title="Never published"
                next={
                  <ButtonLink to="/manifests/$name/publish" params={{ name }}>
                    Review and publish
                  </ButtonLink>
                }
              >
                The history begins with the first publication.
              </EmptyPanel>
            );
          }
          const shown = items.find((item) => String(item.revision) === search.revision) ?? newest;
          return (
            <div className="two-columns">
              <RevisionList name={name} items={items} shown={shown.revision} />
              <LoadingPanel query={manifest} what="the draft">
                {(value) => (
                  <RevisionView
                    key={shown.revision}
                    manifest={value}
                    items={items}
                    revision={shown}
                    against={search.against}
                  />
                )}
              </LoadingPanel>
            </div>
          );
        }}
      </LoadingPanel>
    </>
  );
}
