import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAddKey } from '~/api/sign-on';
import { PasswordDialog } from './PasswordDialog';

interface Props {
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

/** Registers a key: name and password, then the browser asks for the key. */
export function AddKeyDialog({ onDone, onClose }: Props) {
  const add = useAddKey();
  const [name, setName] = useState('My key');
  return (
    <PasswordDialog
      title="Add a key"
      confirm="Add the key"
      run={async (password) => {
        const { recoveryCodes } = await add.mutateAsync({
          name: name.trim() || 'My key',
          password,
        });
        onDone(recoveryCodes);
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name of the key"
        description="Such as the device on which it is."
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordDialog>
  );
}
