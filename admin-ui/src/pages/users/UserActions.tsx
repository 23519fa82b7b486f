import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type User,
  useChangeUser,
  useDeleteUser,
  useEndSessions,
  useResetPassword,
  useResetSecondFactors,
} from '~/api/people';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import type { OneTimePassword } from './oneTimePassword';

type Action = 'reset' | 'factors' | 'disable' | 'end' | 'delete';

const TEXTS: Record<Action, { title: string; confirm: string; about: string }> = {
  reset: {
    title: 'Reset the password?',
    confirm: 'Reset',
    about: 'The old password is no longer valid, and all sessions of the user end.',
  },
  factors: {
    title: 'Reset the second factors?',
    confirm: 'Reset',
    about:
      'The app, all keys and all recovery codes of the user are removed, and all sessions end. Until a new second factor is set up, the password alone is enough to sign in.',
  },
  disable: {
    title: 'Disable this user?',
    confirm: 'Disable',
    about: 'The user cannot sign in. All sessions end, and the tokens are deleted.',
  },
  end: {
    title: 'End all sessions?',
    confirm: 'End sessions',
    about: 'The user must sign in again in each browser. Tokens stay valid.',
  },
  delete: {
    title: 'Delete this user?',
    confirm: 'Delete',
    about: 'Sessions and tokens are deleted, too. The audit trail keeps the name.',
  },
};

interface Props {
  user: User;
  onEdit: () => void;
  onPassword: (made: OneTimePassword) => void;
}

/** Buttons of one user. Each change asks first. */
export function UserActions({ user, onEdit, onPassword }: Props) {
  const [asked, setAsked] = useState<Action | null>(null);
  const reset = useResetPassword();
  const factors = useResetSecondFactors();
  const change = useChangeUser();
  const remove = useDeleteUser();
  const end = useEndSessions();
  const close = () => setAsked(null);
  const outcome = (done: string) => ({
    onSuccess: () => notify(done),
    onError: (error: unknown) => notifyFailure('Nothing was changed', sentence(error)),
    onSettled: close,
  });
  const run: Record<Action, () => void> = {
    reset: () =>
      reset.mutate(user.name, {
        ...outcome(`The password of ${user.name} is reset.`),
        onSuccess: ({ oneTimePassword }) =>
          onPassword({ user: user.name, password: oneTimePassword ?? '' }),
      }),
    factors: () =>
      factors.mutate(user.name, outcome(`The second factors of ${user.name} are reset.`)),
    disable: () =>
      change.mutate({ user, change: { disabled: true } }, outcome(`${user.name} is disabled.`)),
    end: () => end.mutate({ name: user.name }, outcome(`The sessions of ${user.name} have ended.`)),
    delete: () => remove.mutate(user, outcome(`${user.name} is deleted.`)),
  };
  const enable = () =>
    change.mutate({ user, change: { disabled: false } }, outcome(`${user.name} is enabled.`));
  const button = (label: string, onClick: () => void) => (
    <Button size="xs" variant="default" aria-label={`${label} ${user.name}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Group gap={6} miw={380}>
      {button('Edit', onEdit)}
      {button('Reset password', () => setAsked('reset'))}
      {button('Reset second factors', () => setAsked('factors'))}
      {user.disabled ? button('Enable', enable) : button('Disable', () => setAsked('disable'))}
      {user.sessions > 0 && button('End sessions', () => setAsked('end'))}
      {button('Delete', () => setAsked('delete'))}
      {asked && (
        <ConfirmDialog
          title={TEXTS[asked].title}
          confirm={TEXTS[asked].confirm}
          danger
          busy={[reset, factors, change, remove, end].some((each) => each.isPending)}
          onConfirm={run[asked]}
          onClose={close}
        >
          <Text size="sm">
            <strong>{user.name}</strong>: {TEXTS[asked].about}
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  );
}
