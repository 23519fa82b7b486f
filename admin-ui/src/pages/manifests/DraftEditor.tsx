import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { TextProblem } from '~/api/client';
import type { Manifest } from '~/api/manifests';
import { useWhyNot } from '~/api/session';
import { YamlEditor } from '~/parts/editor';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { StateBadge } from '~/parts/StateBadge';
import { moment } from '~/text/times';
import { ConflictPanel } from './ConflictPanel';
import { EditActions } from './EditActions';
import { LeaveGuard } from './LeaveGuard';
import { ProblemList } from './ProblemList';
import { useDraft } from './useDraft';
import { useValidation } from './useValidation';

/** Loaded on demand with the YAML parser, which the text view does not need. */
const ManifestForm = lazy(() => import('./ManifestForm'));

const route = getRouteApi('/frame/manifests/$name/edit');

/** Form and text of one draft: two views of the same document. */
export function DraftEditor({ manifest }: { manifest: Manifest }) {
  const { view = 'form' } = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useDraft(manifest);
  const checked = useValidation(draft.text);
  const mayEdit = useWhyNot('editor') === undefined && manifest.managedBy === undefined;
  const [goTo, setGoTo] = useState<{ line: number; column: number } | null>(null);
  const show = (next: 'form' | 'yaml') =>
    navigate({
      search: { view: next === 'yaml' ? next : undefined },
      replace: true,
      resetScroll: false,
    });
  const save = () => {
    if (mayEdit && draft.isDirty && !draft.isSaving && draft.theirs === null) void draft.save();
  };
  useHotkeys([['mod+S', save]], []);

  const jump = ({ line, column }: TextProblem) => {
    setGoTo({ line, column });
    void show('yaml');
  };

  return (
    <>
      <PageHead
        title={manifest.name}
        mark={<StateBadge state={manifest.state} />}
        lead={statusOf(manifest)}
        actions={<EditActions manifest={manifest} draft={draft} />}
      />
      <LeaveGuard draft={draft} />
      {draft.theirs !== null ? (
        <ConflictPanel draft={draft} theirs={draft.theirs} />
      ) : (
        <Stack gap="md">
          <LeftBehind left={draft.left} onRestore={draft.restore} onDrop={draft.dropLeft} />
          <Group justify="space-between">
            <SegmentedControl
              aria-label="Edit as"
              value={view}
              onChange={(value) => show(value === 'yaml' ? 'yaml' : 'form')}
              data={[
                { value: 'form', label: 'Form' },
                { value: 'yaml', label: 'YAML' },
              ]}
            />
          </Group>
          <ProblemList checked={checked} onJump={jump} />
          {view === 'yaml' ? (
            <YamlEditor
              label={`YAML of ${manifest.name}`}
              value={draft.text}
              onChange={draft.setText}
              onSave={save}
              problems={checked.problems}
              goTo={goTo}
              readOnly={!mayEdit}
            />
          ) : (
            <fieldset disabled={!mayEdit} className="bare">
              <legend className="sr-only">Manifest</legend>
              <Suspense fallback={<Skeleton height={320} />}>
                <ManifestForm
                  text={draft.text}
                  problems={checked.problems}
                  onChange={draft.setText}
                  onShowText={() => show('yaml')}
                />
              </Suspense>
            </fieldset>
          )}
        </Stack>
      )}
    </>
  );
}

function statusOf({ state, published, draft }: Manifest): string {
  const saved = `Draft saved ${moment(draft.at)} by ${draft.author}.`;
  if (state === 'retired') return `No longer in force. ${saved}`;
  if (published === null) return `Never published. ${saved}`;
  if (state === 'published')
    return `Revision ${published.revision} is in force and equals this draft.`;
  return `Revision ${published.revision} is in force. ${saved}`;
}

function LeftBehind({
  left,
  onRestore,
  onDrop,
}: {
  left: string | null;
  onRestore: () => void;
  onDrop: () => void;
}) {
  if (left === null) return null;
  return (
    <Notice tone="warn" icon="history" title="You left unsaved changes here">
      <Group gap="sm" mt="xs">
        <Button size="xs" onClick={onRestore}>
          Bring them back
        </Button>
        <Button size="xs" variant="default" onClick={onDrop}>
          Discard them
        </Button>
      </Group>
    </Notice>
  );
}
