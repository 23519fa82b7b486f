import { getRouteApi } from '@tanstack/react-router';
import { useManifest } from '~/api/manifests';
import { LoadingPanel } from '~/parts/LoadingPanel';
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
        {(manifest) => <DraftEditor key={name} manifest={manifest} />}
      </LoadingPanel>
    </>
  );
}
