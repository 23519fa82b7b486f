import { ActionIcon, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Manifest } from '~/api/manifests';
import { useWhyNot } from '~/api/session';
import { Icon } from '~/parts/Icon';
import { WhyNotButton } from '~/parts/WhyNotButton';
import type { Draft } from './useDraft';

const RetireDialog = lazy(() => import('./RetireDialog'));

export function EditActions({ manifest, draft }: { manifest: Manifest; draft: Draft }) {
  const navigate = useNavigate();
  const notEditor = useWhyNot('editor');
  const [retiring, setRetiring] = useState(false);
  const { name } = manifest;
  const params = { name };
  const canReview = manifest.state !== 'published' || draft.isDirty;

  const review = async () => {
    if (draft.isDirty && !(await draft.save())) return;
    // The saved text is not rendered yet, so the guard would still see it as unsaved.
    await navigate({ to: '/manifests/$name/publish', params, ignoreBlocker: true });
  };

  return (
    <>
      {draft.isDirty && (
        <Button variant="subtle" color="gray" onClick={draft.discard}>
          Undo all
        </Button>
      )}
      <WhyNotButton
        variant="default"
        whyNot={notEditor ?? (draft.isDirty ? undefined : 'Everything is saved')}
        loading={draft.isSaving}
        onClick={() => void draft.save()}
      >
        Save draft
      </WhyNotButton>
      {canReview && (
        <Button rightSection={<Icon name="arrowRight" size={16} />} onClick={() => void review()}>
          {draft.isDirty ? 'Save and review' : 'Review and publish'}
        </Button>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 80 }}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More actions">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="history" size={16} />}
            onClick={() => navigate({ to: '/manifests/$name/history', params })}
          >
            History
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="tryIt" size={16} />}
            onClick={() => navigate({ to: '/try-it', search: { draft: name } })}
          >
            Try the saved draft
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="archive" size={16} />}
            disabled={manifest.state === 'retired'}
            onClick={() => setRetiring(true)}
          >
            {manifest.state === 'draft' ? 'Delete' : 'Take out of force'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {retiring && (
        <Suspense>
          <RetireDialog manifest={manifest} etag={draft.etag} onClose={() => setRetiring(false)} />
        </Suspense>
      )}
    </>
  );
}
