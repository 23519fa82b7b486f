import { Button, CopyButton } from '@mantine/core';
import { Icon } from './Icon';

/** Button that copies a text and confirms it in its label, so that no tooltip is needed. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? 'Copied' : label}</span>
        </Button>
      )}
    </CopyButton>
  );
}
