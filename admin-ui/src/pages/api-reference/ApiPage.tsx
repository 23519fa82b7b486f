import { Anchor, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { contractQuery } from '~/api/system';
import { CopyText } from '~/parts/CopyText';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { SearchField } from '~/parts/SearchField';
import { TableHead } from '~/parts/TableHead';
import { plural } from '~/text/numbers';
import { curlOf, type Operation, operationsOf } from './operations';

export function ApiPage() {
  const query = useQuery(contractQuery);
  return (
    <>
      <PageHead
        title="API"
        lead={
          <>
            Each operation of the admin API, as its contract (OpenAPI 3.1) defines it.{' '}
            <Code>lychgate api</Code> has the same operations as commands.
          </>
        }
        actions={
          <Anchor size="sm" href="/api/v1/openapi.yaml" download>
            openapi.yaml
          </Anchor>
        }
      />
      <LoadingPanel query={query} what="the contract">
        {(text) => <Operations text={String(text)} />}
      </LoadingPanel>
    </>
  );
}

function Operations({ text }: { text: string }) {
  const [wanted, setWanted] = useState('');
  const all = useMemo(() => operationsOf(text), [text]);
  const fitting = all.filter((each) =>
    `${each.method} ${each.path} ${each.id} ${each.summary} ${each.tag}`
      .toLowerCase()
      .includes(wanted.toLowerCase()),
  );
  return (
    <Stack gap="md">
      <SearchField placeholder="Path, name or group" value={wanted} onChange={setWanted} />
      {fitting.length === 0 ? (
        <EmptyPanel icon="search" title="No operation fits">
          Paths, names and summaries were searched.
        </EmptyPanel>
      ) : (
        fitting.map((each) => <OperationPanel key={each.id} operation={each} />)
      )}
      <Text size="xs" c="dimmed" role="status">
        {plural(fitting.length, 'operation')}
      </Text>
    </Stack>
  );
}

function OperationPanel({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="panel"
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>
        <span className="mono">
          {operation.method} {operation.path}
        </span>{' '}
        {operation.summary}
      </summary>
      {isOpen && <Detail operation={operation} />}
    </details>
  );
}

function Detail({ operation }: { operation: Operation }) {
  return (
    <Stack gap="sm" mt="sm">
      {operation.description !== '' && (
        <Text size="sm" className="wrap">
          {operation.description}
        </Text>
      )}
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {operation.role === '' ? 'No sign-in' : `Role ${operation.role} or above`} ·{' '}
          {operation.id}
        </Text>
        <CopyText text={curlOf(operation, window.location.origin)} label="Copy as curl" />
      </Group>
      {operation.parameters.length > 0 && <Parameters operation={operation} />}
      {operation.body !== null && <Schema title="Body" schema={operation.body} />}
      {operation.responses.map((each) => (
        <div key={each.status}>
          <Text size="sm">
            <span className="mono">{each.status}</span> {each.description}
          </Text>
          {each.schema !== null && each.status !== 'default' && (
            <Schema title={`Content of ${each.status}`} schema={each.schema} />
          )}
        </div>
      ))}
    </Stack>
  );
}

function Parameters({ operation }: { operation: Operation }) {
  return (
    <ScrollBox className="scroll-x" label={`Parameters of ${operation.id}`}>
      <Table verticalSpacing={4}>
        <TableHead columns={['Parameter', 'In', 'Meaning']} />
        <Table.Tbody>
          {operation.parameters.map((each) => (
            <Table.Tr key={`${each.in} ${each.name}`}>
              <Table.Th scope="row" fw={400} className="mono">
                {each.name}
              </Table.Th>
              <Table.Td>
                {each.in}
                {each.required ? ', required' : ''}
              </Table.Td>
              <Table.Td className="wrap">{each.description}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Schema({ title, schema }: { title: string; schema: unknown }) {
  return (
    <ScrollBox className="scroll-x" label={title}>
      <Code block>{JSON.stringify(schema, null, 2)}</Code>
    </ScrollBox>
  );
}
