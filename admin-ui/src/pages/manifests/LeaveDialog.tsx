import { Button, Text } from '@mantine/core';
import { Dialog } from '~/parts/Dialog';
import type { Draft } from './useDraft';

interface Props {
  draft: Draft;
  onLeave: () => void;
  onStay: () => void;
}

export default function LeaveDialog({ draft, onLeave, onStay }: Props) {
  const drop = () => {
    draft.discard();
    onLeave();
  };
  const save = async () => {
    if (await draft.save()) onLeave();
    else onStay();
  };
  return (
    <Dialog
      title="Leave with unsaved changes?"
      onClose={onStay}
      actions={
        <>
          <Button variant="subtle" color="gray" onClick={drop}>
            Leave without saving
          </Button>
          <Button variant="default" onClick={onStay}>
            Stay
          </Button>
          <Button loading={draft.isSaving} onClick={() => void save()}>
            Save and leave
          </Button>
        </>
      }
    >
      <Text size="sm">The draft was changed since it was saved.</Text>
    </Dialog>
  );
}
