import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { useSession, useSignIn } from '~/api/session';
import { type SecondStep, useSignInOptions } from '~/api/sign-on';
import { Brand } from '~/parts/Brand';
import { Notice } from '~/parts/Notice';
import { failureSentence } from './failures';
import { ProviderButtons } from './ProviderButtons';
import { refusalOf } from './refusal';
import { SecondStepForm } from './SecondStepForm';
import { useCountdown } from './useCountdown';

const credentials = v.object({
  name: v.pipe(v.string(), v.nonEmpty('Enter your name')),
  password: v.pipe(v.string(), v.nonEmpty('Enter your password')),
});

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next, failure } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const session = useSession();
  const signIn = useSignIn();
  const options = useSignInOptions().data;
  const hasPassword = options?.local !== 'off';
  const [step, setStep] = useState<SecondStep | null>(null);
  const refusal = refusalOf(signIn.error);
  const failed = failureSentence(failure);
  const [wait, startWait] = useCountdown();
  const form = useForm({
    resolver: valibotResolver(credentials),
    defaultValues: { name: '', password: '' },
  });

  useEffect(() => {
    document.title = 'Sign in · Lychgate';
  }, []);
  useEffect(() => {
    if (session === null) return;
    if (next) router.history.replace(next);
    else void navigate({ to: '/', replace: true });
  }, [session, next, router, navigate]);

  const submit = form.handleSubmit((values) =>
    signIn.mutate(values, {
      onSuccess: (result) => {
        if ('methods' in result) setStep(result);
      },
      onError: (error) => {
        startWait(refusalOf(error)?.waitSeconds ?? 0);
        form.resetField('password');
        form.setFocus('password');
      },
    }),
  );

  const back = () => {
    setStep(null);
    form.resetField('password');
  };

  const { errors } = form.formState;
  if (step !== null) {
    return (
      <main>
        <Stack align="center" justify="center" mih="100vh" p="md">
          <Paper className="panel" w="100%" maw={380} p="xl">
            <SecondStepForm step={step} onBack={back} />
          </Paper>
        </Stack>
      </main>
    );
  }
  return (
    <main>
      <Stack align="center" justify="center" mih="100vh" p="md">
        <Paper
          className="panel"
          w="100%"
          maw={380}
          p="xl"
          component="form"
          onSubmit={submit}
          noValidate
        >
          <Stack gap="md">
            <Group gap="sm">
              <Brand size={34} />
              <Title order={1}>Sign in to Lychgate</Title>
            </Group>
            {refusal && (
              <Notice tone="bad" urgent title={refusal.title}>
                {wait > 0 ? `Try again in ${wait} s.` : refusal.text}
              </Notice>
            )}
            {failed && !refusal && (
              <Notice tone="bad" urgent title="Could not sign in">
                {failed}
              </Notice>
            )}
            <ProviderButtons returnTo={next ?? '/'} local={hasPassword} />
            {hasPassword && (
              <>
                <TextInput
                  label="Name"
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  data-autofocus
                  error={errors.name?.message}
                  {...form.register('name')}
                />
                <PasswordInput
                  label="Password"
                  autoComplete="current-password"
                  error={errors.password?.message}
                  visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
                  {...form.register('password')}
                />
                <Button type="submit" fullWidth loading={signIn.isPending} disabled={wait > 0}>
                  {wait > 0 ? `Wait ${wait} s` : 'Sign in'}
                </Button>
                <Text size="xs" c="dimmed">
                  {options?.local === 'break-glass'
                    ? 'Passwords are for emergencies only: most users sign in with a provider.'
                    : 'On the first start the gateway prints a one-time password for the user admin on its console.'}
                </Text>
              </>
            )}
          </Stack>
        </Paper>
      </Stack>
    </main>
  );
}
