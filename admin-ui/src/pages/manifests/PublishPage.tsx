import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Manifest, useManifest } from '~/api/manifests';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { RunPanel } from '~/publish/RunPanel';
import { PublishForm } from './PublishForm';
import { Trail } from './Trail';

const route = getRouteApi('/frame/manifests/$name/publish');

export function PublishPage() {
  const { name } = route.useParams();
  const query = useManifest(name);
  return (
    <>
      <Trail name={name} />
      <PageHead
        title={`Publish ${name}`}
        lead="Review the changes, then put them in force. No connection is dropped."
      />
      <LoadingPanel query={query} what={`the manifest ${name}`}>
        {(manifest) =>
          manifest.state === 'published' ? (
            <Stack gap="md">
              <RunPanel manifest={manifest.name} inForce={manifest.published?.revision ?? null} />
              <NothingToDo manifest={manifest} />
            </Stack>
          ) : (
            <PublishForm manifest={manifest} />
          )
        }
      </LoadingPanel>
    </>
  );
}

function NothingToDo({ manifest }: { manifest: Manifest }) {
  return (
    <EmptyPanel
      icon="check"
      title={`Revision ${manifest.published?.revision} equals this draft`}
      next={
        <ButtonLink variant="default" to="/manifests/$name/edit" params={{ name: manifest.name }}>
          Back to the draft
        </ButtonLink>
      }
    >
      The draft is in force; there is nothing to publish.
    </EmptyPanel>
  );
}
