import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Manifest, useRetire } from '~/api/manifests';
import { useWhyNot } from '~/api/session';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { effective } from '~/text/publication';

interface Props {
  manifest: Manifest;
  etag: string;
  onClose: () => void;
}

export default function RetireDialog({ manifest, etag, onClose }: Props) {
  const { name, state } = manifest;
  const [comment, setComment] = useState('');
  const retire = useRetire();
  const navigate = useNavigate();
  const whyNot = useWhyNot('publisher');
  const isNew = state === 'draft';
  const confirm = async () => {
    if (whyNot !== undefined) return;
    try {
      const publication = await retire.mutateAsync({ name, etag, comment });
      notify(effective(name, publication));
      onClose();
      if (publication.manifest === null) await navigate({ to: '/manifests', ignoreBlocker: true });
    } catch {
      // The refusal is shown in the dialog.
    }
  };
  return (
    <ConfirmDialog
      title={isNew ? `Delete ${name}?` : `Take ${name} out of force?`}
      confirm={isNew ? 'Delete' : 'Take out of force'}
      danger
      busy={retire.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text size="sm">
        {isNew
          ? 'It was never published, so nothing of it is kept.'
          : 'Its assets are no longer sent. Its history is kept, and any revision can be restored.'}
      </Text>
      {!isNew && (
        <TextInput
          label="Comment"
          description="Reason for the change; it is kept in the history."
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      {(whyNot || retire.isError) && (
        <Notice tone="bad" urgent>
          {whyNot ?? sentence(retire.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
