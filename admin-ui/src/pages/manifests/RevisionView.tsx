import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Manifest, type Revision, revisionQuery } from '~/api/manifests';
import { useWhyNot } from '~/api/session';
import { TextDiff, YamlEditor } from '~/parts/editor';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Panel } from '~/parts/Panel';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { RestoreRules } from '~/publish/RestoreRules';
import { DiffSummary } from './DiffSummary';

interface Props {
  manifest: Manifest;
  items: Revision[];
  revision: Revision;
  /** A revision, "draft" or "nothing"; the previous revision if absent. */
  against: string | undefined;
}

const RollBackDialog = lazy(() => import('./RollBackDialog'));
const route = getRouteApi('/frame/manifests/$name/history');

export function RevisionView({ manifest, items, revision, against }: Props) {
  const navigate = route.useNavigate();
  const [asking, setAsking] = useState(false);
  const notPublisher = useWhyNot('publisher');
  const place = items.findIndex((item) => item.revision === revision.revision);
  const previous = items[place + 1];
  const choice = against ?? (previous ? String(previous.revision) : 'nothing');
  const isInForce = manifest.published?.revision === revision.revision;
  const whyNot = isInForce
    ? 'This revision is in force'
    : revision.kind === 'retire'
      ? 'A retirement has no text to return to'
      : notPublisher;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <NativeSelect
          label={`Compare revision ${revision.revision} with`}
          value={choice}
          onChange={(event) => {
            const value = event.currentTarget.value;
            void navigate({ search: (old) => ({ ...old, against: value }), resetScroll: false });
          }}
          data={[
            { value: 'nothing', label: 'nothing, show its text' },
            { value: 'draft', label: 'the draft' },
            ...items
              .filter((item) => item.revision !== revision.revision)
              .map((item) => ({
                value: String(item.revision),
                label: `revision ${item.revision}`,
              })),
          ]}
        />
        <Group gap="sm">
          <WhyNotButton whyNot={whyNot} variant="default" onClick={() => setAsking(true)}>
            Roll back to revision {revision.revision}
          </WhyNotButton>
        </Group>
      </Group>
      {revision.hash && (
        <Text size="sm" c="dimmed">
          Content hash <code>{revision.hash}</code>
        </Text>
      )}
      <Comparison manifest={manifest} revision={revision.revision} choice={choice} />
      {asking && (
        <Suspense>
          <RollBackDialog
            manifest={manifest}
            revision={revision.revision}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}

function Comparison({
  manifest,
  revision,
  choice,
}: {
  manifest: Manifest;
  revision: number;
  choice: string;
}) {
  const shown = useQuery(revisionQuery(manifest.name, revision));
  const number = /^\d+$/.test(choice) ? Number(choice) : null;
  const other = useQuery({
    ...revisionQuery(manifest.name, number ?? 0),
    enabled: number !== null,
  });
  return (
    <LoadingPanel query={shown} what={`revision ${revision}`}>
      {({ text }) => {
        const after = text ?? '';
        if (choice === 'nothing') {
          return (
            <Panel title={`Revision ${revision}`}>
              {text === null ? (
                <Retired />
              ) : (
                <ReadOnly label={`Revision ${revision}`} text={after} />
              )}
            </Panel>
          );
        }
        if (number === null) {
          // The draft is the newer of the two, so its lines are shown as added.
          return (
            <Stack gap="md">
              <Difference
                title={`From revision ${revision} to the draft`}
                before={after}
                after={manifest.draft.text}
              />
              {text !== null && <RestoreRules manifest={manifest} revision={revision} />}
            </Stack>
          );
        }
        return (
          <LoadingPanel query={other} what={`revision ${number}`}>
            {(value) =>
              number < revision ? (
                <Difference
                  title={`From revision ${number} to ${revision}`}
                  before={value.text ?? ''}
                  after={after}
                />
              ) : (
                <Difference
                  title={`From revision ${revision} to ${number}`}
                  before={after}
                  after={value.text ?? ''}
                />
              )
            }
          </LoadingPanel>
        );
      }}
    </LoadingPanel>
  );
}

function Difference({ title, before, after }: { title: string; before: string; after: string }) {
  return (
    <Panel title={title} aside={<DiffSummary before={before} after={after} />}>
      <TextDiff label={title} before={before} after={after} />
    </Panel>
  );
}

const nothing = () => {};

function ReadOnly({ label, text }: { label: string; text: string }) {
  return (
    <YamlEditor
      label={label}
      value={text}
      onChange={nothing}
      onSave={nothing}
      problems={[]}
      goTo={null}
      readOnly
    />
  );
}

function Retired() {
  return (
    <Text size="sm" c="dimmed">
      This revision took the manifest out of force; it has no text.
    </Text>
  );
}
