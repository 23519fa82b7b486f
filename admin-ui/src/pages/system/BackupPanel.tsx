import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { hasCode } from '~/api/client';
import { type Backups, backupFile, useBackups, useMakeBackup } from '~/api/system';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { TableHead } from '~/parts/TableHead';
import { bytes, plural } from '~/text/numbers';
import { duration, moment } from '~/text/times';

export function BackupPanel() {
  const query = useBackups();
  const queries = useQueryClient();
  const make = useMakeBackup();
  if (hasCode(query.error, 'forbidden')) {
    return (
      <Panel title="Backups">
        <Text size="sm">
          Only an admin sees and makes backups: they have the secrets of the store.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel
      title="Backups"
      aside={
        <Button
          size="xs"
          variant="default"
          loading={make.isPending}
          onClick={() =>
            make.mutate(undefined, {
              onSuccess: (made) => {
                notify(`${made.name} is written`);
                queries.invalidateQueries({ queryKey: ['backups'] });
              },
            })
          }
        >
          Make a backup
        </Button>
      }
    >
      {make.isError && (
        <Notice tone="bad" urgent title="No backup was written">
          {sentence(make.error)}
        </Notice>
      )}
      <LoadingPanel query={query} what="the backups">
        {(backups) => <Content backups={backups} />}
      </LoadingPanel>
    </Panel>
  );
}

function Content({ backups }: { backups: Backups }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        {backups.everySeconds === 0
          ? 'No schedule (store.backup.every). '
          : `Every ${duration(backups.everySeconds)}. `}
        The newest {plural(backups.keep, 'file')} stay in{' '}
        <span className="mono">{backups.folder}</span>.
      </Text>
      {backups.problem !== null && (
        <Notice tone="warn" title="The last backup failed">
          {backups.problem}
          {backups.nextAttempt !== null &&
            ` The next attempt is at ${moment(backups.nextAttempt)}.`}
        </Notice>
      )}
      {backups.items.length > 0 && (
        <Table verticalSpacing="xs">
          <TableHead columns={['File', 'Written', 'Size']} />
          <Table.Tbody>
            {backups.items.map((file) => (
              <Table.Tr key={file.name}>
                <Table.Th scope="row" fw={400} className="wrap">
                  <Anchor size="sm" href={backupFile(file.name)} download>
                    {file.name}
                  </Anchor>
                </Table.Th>
                <Table.Td>{moment(file.at)}</Table.Td>
                <Table.Td>{bytes(file.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
