import { Button, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { hasCode } from '~/api/client';
import { type Grant, type User, useChangeUser, useCreateUser } from '~/api/people';
import { Dialog } from '~/parts/Dialog';
import { useKeptForm } from '~/parts/keptForm';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { sitesOf, textOfSites } from '~/text/roles';
import { type GrantRow, GrantRows } from './GrantRows';
import type { OneTimePassword } from './oneTimePassword';

interface Form {
  name: string;
  grants: GrantRow[];
}

interface Props {
  /** Absent for a new user. */
  user?: User;
  onCreated: (made: OneTimePassword) => void;
  onClose: () => void;
}

const rowsOf = (grants: Grant[]): GrantRow[] =>
  grants.map(({ role, sites }, key) => ({ key, role, sites: textOfSites(sites) }));

/** Form of a user. Its content survives the end of the session. */
export function UserDialog({ user, onCreated, onClose }: Props) {
  const id = useId();
  const initial: Form = {
    name: user?.name ?? '',
    grants: user ? rowsOf(user.grants) : [{ key: 0, role: 'viewer', sites: '' }],
  };
  const [form, setForm, forget] = useKeptForm<Form>(`user.${user?.name ?? '+'}`, initial);
  const create = useCreateUser();
  const change = useChangeUser();
  const close = () => {
    forget();
    onClose();
  };
  const submit = () => {
    const name = form.name.trim();
    const grants = form.grants.map(({ role, sites }) => ({
      role,
      sites: role === 'admin' ? ['*'] : sitesOf(sites),
    }));
    if (user) {
      change.mutate(
        { user, change: { ...(name === user.name ? {} : { name }), grants } },
        {
          onSuccess: () => {
            notify(`${name} is changed.`);
            close();
          },
        },
      );
    } else {
      create.mutate(
        { name, grants },
        {
          onSuccess: ({ oneTimePassword }) => {
            close();
            onCreated({ user: name, password: oneTimePassword ?? '' });
          },
        },
      );
    }
  };
  const error = user ? change.error : create.error;
  const title = user ? `Edit ${user.name}` : 'New user';
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={create.isPending || change.isPending}>
            {user ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          {error !== null && (
            <Notice tone="bad" urgent title="Nothing was changed">
              {hasCode(error, 'stale')
                ? 'Another admin has changed this user meanwhile. Close the dialog to see the present state.'
                : sentence(error)}
            </Notice>
          )}
          <TextInput
            label="Name"
            description={
              user ? 'Another name ends the sessions of the user' : 'Letters, digits, . _ @ + -'
            }
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            required
            value={form.name}
            onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          />
          <GrantRows rows={form.grants} onChange={(grants) => setForm({ ...form, grants })} />
        </Stack>
      </form>
    </Dialog>
  );
}
