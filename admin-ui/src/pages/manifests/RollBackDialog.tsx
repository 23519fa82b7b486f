import { Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '~/api/client';
import { type Manifest, useFreshManifest, useRollBack } from '~/api/manifests';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { effective } from '~/text/publication';

interface Props {
  manifest: Manifest;
  revision: number;
  onClose: () => void;
}

const route = getRouteApi('/frame/manifests/$name/history');

export default function RollBackDialog({ manifest, revision, onClose }: Props) {
  const { name, etag, state } = manifest;
  const [comment, setComment] = useState('');
  const rollBack = useRollBack();
  const readFresh = useFreshManifest();
  const navigate = route.useNavigate();
  const confirm = async () => {
    try {
      const publication = await rollBack.mutateAsync({ name, etag, revision, comment });
      notify(effective(name, publication));
      onClose();
      await navigate({ search: {} });
    } catch (error) {
      // The next confirmation uses the new state, which is now shown.
      if (hasCode(error, 'stale')) await readFresh(name);
    }
  };
  return (
    <ConfirmDialog
      title={`Roll back to revision ${revision}?`}
      confirm={`Roll back to revision ${revision}`}
      busy={rollBack.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text size="sm">
        The text of revision {revision} is published as a new revision, and becomes the draft, too.
        {state === 'changed' &&
          ' The draft has changes that were never published; they will be replaced.'}
      </Text>
      <TextInput
        label="Comment"
        description="Reason for the change; it is kept in the history."
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {rollBack.isError && (
        <Notice tone="bad" urgent title="Not rolled back">
          {hasCode(rollBack.error, 'stale')
            ? 'The manifest was changed meanwhile and has been reloaded. Confirm again to roll back.'
            : sentence(rollBack.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
