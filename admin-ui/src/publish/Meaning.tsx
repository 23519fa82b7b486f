import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Manifest } from '~/api/manifests';
import { comparisonQuery } from '~/api/publications';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Panel } from '~/parts/Panel';
import { ChangeList } from './ChangeList';

/** The changes of the draft against the revision in force, by meaning. */
export function Meaning({ manifest, revision }: { manifest: Manifest; revision: number }) {
  const query = useQuery(comparisonQuery(manifest.name, String(revision), 'draft', manifest.etag));
  return (
    <Panel title="Changes in meaning">
      <LoadingPanel query={query} what="the changes">
        {({ semantic, changes }) =>
          semantic ? (
            <ChangeList changes={changes} />
          ) : (
            <Text size="sm" c="dimmed">
              One of the texts has errors, so only its lines can be compared.
            </Text>
          )
        }
      </LoadingPanel>
    </Panel>
  );
}
