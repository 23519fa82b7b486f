import { Button, PasswordInput, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hasCode } from '~/api/client';
import { keySentence } from '~/api/sign-on';
import { Dialog } from '~/parts/Dialog';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';

interface Props {
  title: string;
  confirm: string;
  danger?: boolean;
  run: (password: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the password before a change of second factors. */
export function PasswordDialog({ title, confirm, danger = false, run, onClose, children }: Props) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async () => {
    if (password === '') return;
    setBusy(true);
    setError(null);
    try {
      await run(password);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const isWrong = hasCode(error, 'wrong-credentials') && error.message.startsWith('password');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(danger ? { color: 'red.8' } : {})}
            loading={busy}
            onClick={() => void submit()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children && (
        <Text size="sm" component="div">
          {children}
        </Text>
      )}
      {error !== null && !isWrong && (
        <Notice tone="bad" urgent title="Not done">
          {keySentence(error) ?? sentence(error)}
        </Notice>
      )}
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void submit();
        }}
        error={isWrong ? 'This is not your password' : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        data-autofocus
      />
    </Dialog>
  );
}
