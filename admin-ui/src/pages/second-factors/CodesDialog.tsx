import { Button, Text } from '@mantine/core';
import { CopyText } from '~/parts/CopyText';
import { Dialog } from '~/parts/Dialog';

/** Shows recovery codes, which the gateway cannot show again. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      actions={
        <>
          <CopyText text={codes.join('\n')} label="Copy all" />
          <Button onClick={onClose}>I have kept them</Button>
        </>
      }
    >
      <Text size="sm">
        Keep them on paper or in a password manager. Each opens one session if you lose the second
        factor. They are not shown again.
      </Text>
      <pre className="mono">{codes.join('\n')}</pre>
    </Dialog>
  );
}
