import { Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  onClose: () => void;
  /** Buttons, with the primary one last. */
  actions: ReactNode;
  children: ReactNode;
}

/** Modal dialog. It omits Mantine's header element, which would be a second banner of the page. */
export function Dialog({ title, onClose, actions, children }: Props) {
  return (
    <Modal.Root opened centered onClose={onClose} transitionProps={{ duration: 120 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Stack gap="md">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Modal.Title fw={600}>{title}</Modal.Title>
              <Modal.CloseButton aria-label="Close" />
            </Group>
            {children}
            <Group justify="flex-end" gap="sm">
              {actions}
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
