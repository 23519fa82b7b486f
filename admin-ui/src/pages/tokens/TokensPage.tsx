import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Token, useDeleteToken, useTokens } from '~/api/people';
import { ConfirmDialog } from '~/parts/ConfirmDialog';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { Icon } from '~/parts/Icon';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { notify, notifyFailure } from '~/parts/notify';
import { OnceDialog } from '~/parts/OnceDialog';
import { PageHead } from '~/parts/PageHead';
import { sentence } from '~/parts/problem';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { grantText } from '~/text/roles';
import { moment } from '~/text/times';
import { type Created, TokenDialog } from './TokenDialog';

export function TokensPage() {
  const query = useTokens();
  const [isNew, setIsNew] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIsNew(true)}>
      New token
    </Button>
  );
  return (
    <>
      <PageHead
        title="Tokens"
        lead="With a token, a program uses the API in your name. It has at most your rights, and ends with your account."
        actions={create}
      />
      <LoadingPanel query={query} what="the tokens">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyPanel icon="key" title="No tokens">
              Create one for each program: scripts, CI, Prometheus.
            </EmptyPanel>
          ) : (
            <ScrollBox className="panel scroll-x flush" label="Tokens, table">
              <Table verticalSpacing="sm" horizontalSpacing="md">
                <TableHead columns={['Name', 'Owner', 'Rights', 'Last use', 'Expires', 'Action']} />
                <Table.Tbody>
                  {items.map((token) => (
                    <Row key={token.id} token={token} all={items} />
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollBox>
          )
        }
      </LoadingPanel>
      {isNew && <TokenDialog onCreated={setCreated} onClose={() => setIsNew(false)} />}
      {created && (
        <OnceDialog
          title={`Token ${created.name}`}
          secret={created.secret}
          about="Give it to the program as a secret. It sends Authorization: Bearer with it."
          onClose={() => setCreated(null)}
        />
      )}
    </>
  );
}

/** The token that made this one. It may be deleted, with its name. */
function maker(token: Token, all: readonly Token[]): string | null {
  const id = token.madeByToken;
  if (id === null) return null;
  return all.find((each) => each.id === id)?.name ?? 'a deleted token';
}

function Row({ token, all }: { token: Token; all: readonly Token[] }) {
  const [isAsked, setIsAsked] = useState(false);
  const remove = useDeleteToken();
  const madeBy = maker(token, all);
  const made = all.filter((each) => each.madeByToken === token.id);
  const { id, name, owner, role, sites, operations, usedAt, usedNetwork, expiresAt } = token;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {name}
        {madeBy !== null && (
          <Text size="xs" c="dimmed">
            made by {madeBy}
          </Text>
        )}
      </Table.Th>
      <Table.Td>{owner}</Table.Td>
      <Table.Td className="wrap">
        {grantText({ role, sites })}
        <Text size="xs" c="dimmed">
          {operations.includes('*') ? 'all operations' : operations.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td>
        {usedAt ? moment(usedAt) : 'never'}
        {usedNetwork && (
          <Text size="xs" c="dimmed" className="mono">
            {usedNetwork}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {token.expired ? <Tag icon="warning" label="Expired" tone="bad" /> : moment(expiresAt)}
      </Table.Td>
      <Table.Td>
        <Button
          size="xs"
          variant="default"
          aria-label={`Delete ${name}`}
          onClick={() => setIsAsked(true)}
        >
          Delete
        </Button>
        {isAsked && (
          <ConfirmDialog
            title="Delete this token?"
            confirm="Delete"
            danger
            busy={remove.isPending}
            onConfirm={() =>
              remove.mutate(id, {
                onSuccess: () => notify(`The token ${name} is deleted.`),
                onError: (error) => notifyFailure('The token is still valid', sentence(error)),
                onSettled: () => setIsAsked(false),
              })
            }
            onClose={() => setIsAsked(false)}
          >
            <Text size="sm">
              Programs that use {name} are refused from now on.
              {made.length > 0 &&
                ` The tokens that it made end with it: ${made.map((each) => each.name).join(', ')}.`}
            </Text>
          </ConfirmDialog>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
