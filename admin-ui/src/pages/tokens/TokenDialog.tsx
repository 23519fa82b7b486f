import {
  Button,
  Checkbox,
  Fieldset,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useId } from 'react';
import type { Schemas } from '~/api/client';
import { useCreateToken, usePermissions } from '~/api/people';
import { useSession } from '~/api/session';
import { Dialog } from '~/parts/Dialog';
import { useKeptForm } from '~/parts/keptForm';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';
import { ROLES, sitesOf } from '~/text/roles';

export interface Created {
  name: string;
  secret: string;
}

const DAYS = [
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '3650', label: '10 years' },
];

/** Groups that no token may name. */
const OWN = ['account', 'any'];

interface Form {
  name: string;
  role: Schemas['Role'];
  sites: string;
  operations: string[];
  days: string;
}

const INITIAL: Form = { name: '', role: 'viewer', sites: '', operations: [], days: '90' };

interface Props {
  onCreated: (created: Created) => void;
  onClose: () => void;
}

/** Form of a new token. Its content survives the end of the session. */
export function TokenDialog({ onCreated, onClose }: Props) {
  const id = useId();
  const [form, setForm, forget] = useKeptForm<Form>('token', INITIAL);
  const create = useCreateToken();
  const role = useSession()?.role ?? 'viewer';
  const rows = usePermissions().data?.items ?? [];
  const groups = [...new Set(rows.map(({ group }) => group))].filter((each) => !OWN.includes(each));
  const close = () => {
    forget();
    onClose();
  };
  const submit = () =>
    create.mutate(
      {
        name: form.name.trim(),
        role: form.role,
        sites: form.role === 'admin' ? ['*'] : sitesOf(form.sites),
        operations: form.operations.length === 0 ? ['*'] : form.operations,
        expiresInDays: Number(form.days),
      },
      {
        onSuccess: ({ token, secret }) => {
          close();
          onCreated({ name: token.name, secret });
        },
      },
    );
  return (
    <Dialog
      title="New token"
      onClose={close}
      actions={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form
        id={id}
        aria-label="New token"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          {create.isError && (
            <Notice tone="bad" urgent title="No token was created">
              {sentence(create.error)}
            </Notice>
          )}
          <TextInput
            label="Name"
            description="The program that uses it"
            autoComplete="off"
            maxLength={50}
            required
            value={form.name}
            onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Role"
            data={ROLES.slice(0, ROLES.indexOf(role) + 1)}
            value={form.role}
            onChange={(event) =>
              setForm({ ...form, role: event.currentTarget.value as Form['role'] })
            }
          />
          <TextInput
            label="Sites"
            description="shop.example, *.example.org; empty for all"
            disabled={form.role === 'admin'}
            autoComplete="off"
            spellCheck={false}
            value={form.role === 'admin' ? '' : form.sites}
            onChange={(event) => setForm({ ...form, sites: event.currentTarget.value })}
          />
          <Fieldset legend="Operations (none checked: all)">
            <SimpleGrid cols={3} spacing="xs">
              {groups.map((group) => (
                <Checkbox
                  key={group}
                  label={group}
                  checked={form.operations.includes(group)}
                  onChange={(event) =>
                    setForm({
                      ...form,
                      operations: event.currentTarget.checked
                        ? [...form.operations, group]
                        : form.operations.filter((each) => each !== group),
                    })
                  }
                />
              ))}
            </SimpleGrid>
          </Fieldset>
          <NativeSelect
            label="Expires after"
            data={DAYS}
            value={form.days}
            onChange={(event) => setForm({ ...form, days: event.currentTarget.value })}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
