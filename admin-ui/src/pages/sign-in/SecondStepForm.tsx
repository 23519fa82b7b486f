import { Anchor, Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { hasCode } from '~/api/client';
import { hasKeys, keySentence, type SecondStep, signWithKey, useSecondStep } from '~/api/sign-on';
import { Brand } from '~/parts/Brand';
import { Notice } from '~/parts/Notice';
import { refusalOf } from './refusal';
import { useCountdown } from './useCountdown';

type Method = SecondStep['methods'][number];

const OTHERS: Record<Method, string> = {
  totp: 'Use a code of the app',
  key: 'Use a key',
  recovery: 'Use a recovery code',
};

/** The second step of a sign-in: a key, a code of the app, or a recovery code. */
export function SecondStepForm({ step, onBack }: { step: SecondStep; onBack: () => void }) {
  const finish = useSecondStep();
  const methods = step.methods.filter((method) => method !== 'key' || hasKeys());
  const [method, setMethod] = useState<Method | undefined>(methods[0]);
  const [code, setCode] = useState('');
  const [keyError, setKeyError] = useState<string | null>(null);
  const [wait, startWait] = useCountdown();

  const onError = (error: unknown) => {
    setCode('');
    startWait(refusalOf(error)?.waitSeconds ?? 0);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    finish.mutate(method === 'recovery' ? { recoveryCode: code } : { code }, { onError });
  };
  const sign = async () => {
    setKeyError(null);
    try {
      const credential = await signWithKey(step.keyOptions ?? {});
      finish.mutate({ credential }, { onError });
    } catch (error) {
      setKeyError(keySentence(error) ?? 'The browser could not use the key.');
    }
  };
  const choose = (other: Method) => {
    setMethod(other);
    setCode('');
    setKeyError(null);
    finish.reset();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Group gap="sm">
          <Brand size={34} />
          <Title order={1}>Second step</Title>
        </Group>
        <Failure error={finish.error} wait={wait} keyError={keyError} onBack={onBack} />
        {method === 'key' && (
          <Button fullWidth loading={finish.isPending} onClick={() => void sign()}>
            Use the key
          </Button>
        )}
        {method === undefined && (
          <Notice tone="warn" title="No second factor works on this page">
            Your keys were made for another host name. Open the dashboard under that name.
          </Notice>
        )}
        {(method === 'totp' || method === 'recovery') && (
          <>
            <TextInput
              label={method === 'totp' ? 'Code of the app' : 'Recovery code'}
              description={method === 'totp' ? 'Six digits' : 'Each code works once.'}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
              inputMode={method === 'totp' ? 'numeric' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
            />
            <Button type="submit" fullWidth loading={finish.isPending} disabled={wait > 0}>
              {wait > 0 ? `Wait ${wait} s` : 'Sign in'}
            </Button>
          </>
        )}
        <Stack gap={4}>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Anchor key={other} component="button" type="button" onClick={() => choose(other)}>
                {OTHERS[other]}
              </Anchor>
            ))}
          <Anchor component="button" type="button" onClick={onBack}>
            Back to the password
          </Anchor>
        </Stack>
      </Stack>
    </form>
  );
}

function Failure({
  error,
  wait,
  keyError,
  onBack,
}: {
  error: unknown;
  wait: number;
  keyError: string | null;
  onBack: () => void;
}) {
  if (keyError !== null) {
    return (
      <Notice tone="bad" urgent title="The key was not used">
        {keyError}
      </Notice>
    );
  }
  if (error === null || error === undefined) return null;
  if (hasCode(error, 'unauthenticated')) {
    return (
      <Notice tone="bad" urgent title="The sign-in has ended">
        It took too long, or had too many wrong codes.{' '}
        <Anchor component="button" type="button" onClick={onBack}>
          Begin again
        </Anchor>
      </Notice>
    );
  }
  if (hasCode(error, 'wrong-credentials')) {
    return (
      <Notice tone="bad" urgent title="Not accepted">
        {keySentence(error) ?? 'The code is wrong, or was used before. Wait for the next one.'}
      </Notice>
    );
  }
  const refusal = refusalOf(error);
  return (
    <Notice tone="bad" urgent title={refusal?.title ?? 'Could not sign in'}>
      {wait > 0 ? `Try again in ${wait} s.` : refusal?.text}
    </Notice>
  );
}
