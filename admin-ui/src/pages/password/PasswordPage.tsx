import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { hasCode } from '~/api/client';
import { useChangePassword, useSession } from '~/api/session';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { PageHead } from '~/parts/PageHead';
import { sentence } from '~/parts/problem';

const change = v.pipe(
  v.object({
    currentPassword: v.pipe(v.string(), v.nonEmpty('Enter the current password')),
    newPassword: v.pipe(v.string(), v.nonEmpty('Enter a new password')),
    again: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['again']],
      ({ newPassword, again }) => newPassword === again,
      'Not the same as the new password',
    ),
    ['again'],
  ),
);

/** Errors that the form shows at one of its fields. */
const isAtField = (error: unknown) =>
  hasCode(error, 'wrong-credentials') || hasCode(error, 'invalid');

export function PasswordPage() {
  const session = useSession();
  const navigate = useNavigate();
  const save = useChangePassword();
  const form = useForm({
    resolver: valibotResolver(change),
    defaultValues: { currentPassword: '', newPassword: '', again: '' },
  });
  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await save.mutateAsync({ currentPassword, newPassword });
      notify('Password changed. Your other sessions have ended.');
      await navigate({ to: '/' });
    } catch (error) {
      if (hasCode(error, 'invalid')) {
        form.setError('newPassword', { message: sentence(error) }, { shouldFocus: true });
      }
      if (!hasCode(error, 'wrong-credentials')) return;
      form.setError(
        'currentPassword',
        { message: 'This is not the current password' },
        { shouldFocus: true },
      );
    }
  });

  const least = session?.passwordLength.min ?? 12;
  const { errors } = form.formState;
  const reveal = { 'aria-label': 'Show the password', tabIndex: 0 };
  return (
    <>
      <PageHead
        title="Change password"
        lead={
          session?.mustChangePassword ? undefined : 'Your other sessions end when you change it.'
        }
      />
      <form onSubmit={submit} noValidate>
        <Stack maw={420}>
          {session?.mustChangePassword && (
            <Notice tone="warn" icon="key" title="Choose your own password first">
              You signed in with a one-time password. Others have seen it, too, so you must change
              it first.
            </Notice>
          )}
          {save.isError && !isAtField(save.error) && (
            <Notice tone="bad" urgent title="Not changed">
              {sentence(save.error)}
            </Notice>
          )}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            visibilityToggleButtonProps={reveal}
            {...form.register('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${least} characters; a few words are fine. Paste from a password manager if you like.`}
            autoComplete="new-password"
            error={errors.newPassword?.message}
            visibilityToggleButtonProps={reveal}
            {...form.register('newPassword')}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            error={errors.again?.message}
            visibilityToggleButtonProps={reveal}
            {...form.register('again')}
          />
          <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
            Change password
          </Button>
        </Stack>
      </form>
    </>
  );
}
