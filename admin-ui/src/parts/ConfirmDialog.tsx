import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog';

interface Props {
  title: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog({
  title,
  confirm,
  danger,
  busy,
  onConfirm,
  onClose,
  children,
}: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button {...(danger ? { color: 'red.8' } : {})} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
