import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Manifest } from '~/api/manifests';
import { comparisonQuery, useRestoreRule } from '~/api/publications';
import { useWhyNot } from '~/api/session';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { ChangeList, ruleOf } from './ChangeList';

/** The changes of the draft since a revision, by meaning. Each rule can be made what it was. */
export function RestoreRules({ manifest, revision }: { manifest: Manifest; revision: number }) {
  const { name, etag } = manifest;
  const query = useQuery(comparisonQuery(name, String(revision), 'draft', etag));
  const restore = useRestoreRule();
  const notEditor = useWhyNot('editor');
  return (
    <Panel title="Changes in meaning">
      {restore.isError && (
        <Notice tone="bad" urgent title="Not restored">
          {sentence(restore.error)}
        </Notice>
      )}
      <LoadingPanel query={query} what="the changes">
        {({ semantic, changes }) =>
          semantic ? (
            <ChangeList
              changes={changes}
              action={(change) => {
                const rule = ruleOf(change);
                return (
                  rule !== null && (
                    <WhyNotButton
                      size="compact-sm"
                      variant="default"
                      whyNot={notEditor}
                      aria-label={`Restore rule ${rule} of revision ${revision}`}
                      loading={restore.isPending}
                      onClick={() =>
                        restore.mutate(
                          { name, etag, revision, rule },
                          { onSuccess: () => notify(`The draft has rule ${rule} as it was`) },
                        )
                      }
                    >
                      Restore this rule
                    </WhyNotButton>
                  )
                );
              }}
            />
          ) : (
            <Text size="sm" c="dimmed">
              One of the texts has errors, so its rules cannot be compared.
            </Text>
          )
        }
      </LoadingPanel>
    </Panel>
  );
}
