import { Button, Stack, Text, TextInput } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { hasCode } from '~/api/client';
import { useBeginTotp, useConfirmTotp } from '~/api/sign-on';
import { CopyText } from '~/parts/CopyText';
import { Dialog } from '~/parts/Dialog';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';
import { PasswordDialog } from './PasswordDialog';

interface Props {
  onDone: (codes: string[]) => void;
  onClose: () => void;
}

/** Sets up codes of an app: the password, then the QR code and the first code. */
export function TotpDialog({ onDone, onClose }: Props) {
  const begin = useBeginTotp();
  const [secret, setSecret] = useState<Schemas['TotpSecret'] | null>(null);
  if (secret !== null) return <FirstCode secret={secret} onDone={onDone} onClose={onClose} />;
  return (
    <PasswordDialog
      title="Set up an app"
      confirm="Continue"
      run={async (password) => setSecret(await begin.mutateAsync(password))}
      onClose={onClose}
    />
  );
}

function FirstCode({ secret, onDone, onClose }: Props & { secret: Schemas['TotpSecret'] }) {
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const submit = () => {
    if (code.trim() === '') return;
    confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  };
  const isWrong = hasCode(confirm.error, 'wrong-credentials');
  return (
    <Dialog
      title="Scan the code with the app"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={confirm.isPending} onClick={submit}>
            Confirm
          </Button>
        </>
      }
    >
      <Stack gap="sm" align="center">
        <div style={{ background: '#fff', padding: 12 }}>
          <QRCodeSVG value={secret.uri} size={200} title="QR code for the app" />
        </div>
        <Text size="sm">
          Or enter this secret in the app: <span className="mono">{secret.secret}</span>
        </Text>
        <CopyText text={secret.secret} label="Copy the secret" />
      </Stack>
      {confirm.isError && !isWrong && (
        <Notice tone="bad" urgent title="Not confirmed">
          {sentence(confirm.error)}
        </Notice>
      )}
      <TextInput
        label="Code of the app"
        description="Six digits. They show that the app has the secret."
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit();
        }}
        autoComplete="one-time-code"
        inputMode="numeric"
        error={isWrong ? 'This is not the present code' : undefined}
        data-autofocus
      />
    </Dialog>
  );
}
