import { getRouteApi } from '@tanstack/react-router';
import { useManifest } from '~/api/manifests';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { DraftEditor } from './DraftEditor';
import { Trail } from './Trail';

const route = getRouteApi('/frame/manifests/$name/edit');

export function EditPage() {
  const { name } = route.useParams();
  const query = useManifest(name);
  return (
    <>
      <Trail />
      <LoadingPanel query={query} what={`the manifest ${name}`}>
        {(manifest) => (
          <>
            {manifest.managedBy !== undefined && (
              <Notice tone="warn" title="A file decides this manifest">
                Changes here are refused. Edit it at{' '}
                <span className="mono wrap">{manifest.managedBy}</span>, and apply the file.
              </Notice>
            )}
            <DraftEditor key={name} manifest={manifest} />
          </>
        )}
      </LoadingPanel>
    </>
  );
}
