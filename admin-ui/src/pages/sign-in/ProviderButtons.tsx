import { Button, Divider, Stack } from '@mantine/core';
import { useProviderSignIn, useSignInOptions } from '~/api/sign-on';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';

/** Buttons of the providers, if there are some. */
export function ProviderButtons({ returnTo, local }: { returnTo: string; local: boolean }) {
  const providers = useSignInOptions().data?.providers ?? [];
  const signIn = useProviderSignIn();
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      {signIn.isError && (
        <Notice tone="bad" urgent title="The provider does not respond">
          {sentence(signIn.error)}
        </Notice>
      )}
      {providers.map(({ name, title }) => (
        <Button
          key={name}
          variant={local ? 'default' : 'filled'}
          fullWidth
          loading={signIn.isPending && signIn.variables.provider === name}
          onClick={() => signIn.mutate({ provider: name, returnTo })}
        >
          Continue with {title}
        </Button>
      ))}
      {local && <Divider label="or with a password" />}
    </Stack>
  );
}
