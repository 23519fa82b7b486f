import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import {
  hasKeys,
  type SecondFactors,
  useNewCodes,
  useRemoveKey,
  useRemoveTotp,
  useSecondFactors,
} from '~/api/sign-on';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { plural } from '~/text/numbers';
import { moment } from '~/text/times';
import { AddKeyDialog } from './AddKeyDialog';
import { CodesDialog } from './CodesDialog';
import { PasswordDialog } from './PasswordDialog';
import { TotpDialog } from './TotpDialog';

type Open =
  | { kind: 'totp' }
  | { kind: 'key' }
  | { kind: 'removeTotp' }
  | { kind: 'removeKey'; id: string; name: string }
  | { kind: 'codes' }
  | { kind: 'shown'; codes: string[] };

export function SecondFactorsPage() {
  const query = useSecondFactors();
  return (
    <>
      <PageHead
        title="Second factors"
        lead="With a second factor, your password alone opens no session. Set up two, for example a key and an app, so that you are not locked out when one is lost."
      />
      <LoadingPanel query={query} what="your second factors">
        {(factors) => <Factors factors={factors} />}
      </LoadingPanel>
    </>
  );
}

function Factors({ factors }: { factors: SecondFactors }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (codes: string[]) => {
    if (codes.length > 0) setOpen({ kind: 'shown', codes });
    else close();
  };
  if (factors.provider !== null) {
    return (
      <EmptyPanel icon="key" title={`The provider ${factors.provider} checks you`}>
        You signed in at a provider, so second factors of the gateway do not apply. Set them up
        there.
      </EmptyPanel>
    );
  }
  const isEnrolled = factors.totp || factors.keys.length > 0;
  return (
    <Stack gap="md">
      {factors.required && !isEnrolled && (
        <Notice tone="warn" icon="key" title="Set up a second factor first">
          Your role needs one. Until then you can do nothing else here.
        </Notice>
      )}
      <Panel
        title="Codes of an app"
        aside={
          factors.totp ? (
            <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'removeTotp' })}>
              Remove the app
            </Button>
          ) : (
            <Button size="xs" onClick={() => setOpen({ kind: 'totp' })}>
              Set up an app
            </Button>
          )
        }
      >
        <Text size="sm">
          {factors.totp
            ? 'In use. The app shows a code that changes every 30 seconds.'
            : 'Not set up. Any app for codes (TOTP) works, also a password manager.'}
        </Text>
      </Panel>
      <Panel
        title="Keys"
        aside={
          <Button size="xs" disabled={!hasKeys()} onClick={() => setOpen({ kind: 'key' })}>
            Add a key
          </Button>
        }
      >
        {!hasKeys() && (
          <Text size="sm" c="dimmed">
            This browser has no keys for this page. Open the dashboard by its host name.
          </Text>
        )}
        <Keys
          keys={factors.keys}
          onRemove={(id, name) => setOpen({ kind: 'removeKey', id, name })}
        />
      </Panel>
      {isEnrolled && (
        <Panel
          title="Recovery codes"
          aside={
            <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'codes' })}>
              Make new codes
            </Button>
          }
        >
          <Text size="sm">
            {plural(factors.recoveryCodes, 'code')} left. Each opens one session without the second
            factor.
          </Text>
        </Panel>
      )}
      {open?.kind === 'totp' && <TotpDialog onDone={show} onClose={close} />}
      {open?.kind === 'key' && <AddKeyDialog onDone={show} onClose={close} />}
      {open?.kind === 'removeTotp' && <RemoveTotp onClose={close} />}
      {open?.kind === 'removeKey' && <RemoveKey id={open.id} name={open.name} onClose={close} />}
      {open?.kind === 'codes' && <NewCodes onDone={show} onClose={close} />}
      {open?.kind === 'shown' && <CodesDialog codes={open.codes} onClose={close} />}
    </Stack>
  );
}

function Keys({
  keys,
  onRemove,
}: {
  keys: SecondFactors['keys'];
  onRemove: (id: string, name: string) => void;
}) {
  if (keys.length === 0) {
    return (
      <Text size="sm">
        None. A key is a device, a telephone or a password manager. It cannot be copied by a false
        page.
      </Text>
    );
  }
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Host</Table.Th>
          <Table.Th>Added</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(({ id, name, host, createdAt, usedAt }) => (
          <Table.Tr key={id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td className="mono">{host}</Table.Td>
            <Table.Td>{moment(createdAt)}</Table.Td>
            <Table.Td>{usedAt === null ? 'never' : moment(usedAt)}</Table.Td>
            <Table.Td>
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Remove the key ${name}`}
                  onClick={() => onRemove(id, name)}
                >
                  Remove
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RemoveTotp({ onClose }: { onClose: () => void }) {
  const remove = useRemoveTotp();
  return (
    <PasswordDialog
      title="Remove the app"
      confirm="Remove the app"
      danger
      run={async (password) => {
        await remove.mutateAsync(password);
        notify('Codes of the app are no longer accepted.');
        onClose();
      }}
      onClose={onClose}
    >
      Its codes are not accepted any more.
    </PasswordDialog>
  );
}

function RemoveKey({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const remove = useRemoveKey();
  return (
    <PasswordDialog
      title={`Remove the key ${name}`}
      confirm="Remove the key"
      danger
      run={async (password) => {
        await remove.mutateAsync({ id, password });
        notify(`The key ${name} is no longer accepted.`);
        onClose();
      }}
      onClose={onClose}
    >
      It is not accepted any more.
    </PasswordDialog>
  );
}

function NewCodes({ onDone, onClose }: { onDone: (codes: string[]) => void; onClose: () => void }) {
  const make = useNewCodes();
  return (
    <PasswordDialog
      title="Make new recovery codes"
      confirm="Make new codes"
      run={async (password) => {
        const { recoveryCodes } = await make.mutateAsync(password);
        onDone(recoveryCodes);
      }}
      onClose={onClose}
    >
      The old codes are void then.
    </PasswordDialog>
  );
}
