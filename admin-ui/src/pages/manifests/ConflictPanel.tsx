import { Button, Group, Stack, Text } from '@mantine/core';
import type { Manifest } from '~/api/manifests';
import { TextMerge } from '~/parts/editor';
import { Notice } from '~/parts/Notice';
import { moment } from '~/text/times';
import type { Draft } from './useDraft';

/** Conflict of two edits: shows both texts until the user decides. */
export function ConflictPanel({ draft, theirs }: { draft: Draft; theirs: Manifest }) {
  return (
    <Stack gap="md">
      <Notice tone="warn" urgent title="Another user saved this draft">
        <Text size="sm">
          {theirs.draft.author} saved it {moment(theirs.draft.at)}, while you were editing. Your
          text is not lost: their text is on the left, yours on the right. Take over parts with the
          arrows, or edit your side.
        </Text>
      </Notice>
      <TextMerge theirs={theirs.draft.text} yours={draft.text} onChange={draft.setText} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={draft.takeTheirs}>
          Discard mine, use theirs
        </Button>
        <Button loading={draft.isSaving} onClick={() => void draft.overwrite()}>
          Save my side
        </Button>
      </Group>
    </Stack>
  );
}
