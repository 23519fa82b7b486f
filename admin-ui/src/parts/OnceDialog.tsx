import { Button, Code, Group, Text } from '@mantine/core';
import { CopyText } from './CopyText';
import { Dialog } from './Dialog';

interface Props {
  title: string;
  /** The text that the gateway does not show again. */
  secret: string;
  about: string;
  onClose: () => void;
}

/** Shows a password or token that the gateway keeps as a hash only. */
export function OnceDialog({ title, secret, about, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <Text size="sm">{about} It is shown only now.</Text>
      <Group gap="sm">
        <Code className="wrap">{secret}</Code>
        <CopyText text={secret} label="Copy" />
      </Group>
    </Dialog>
  );
}
