import { Table, Text } from '@mantine/core';
import { type LedgerEntry, useVerdict } from '~/api/lessons';
import { useWhyNot } from '~/api/session';
import { TextLink } from '~/parts/links';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { ScrollBox } from '~/parts/ScrollBox';
import { Tag } from '~/parts/Tag';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { count, share } from '~/text/numbers';
import { moment } from '~/text/times';

const NUMBERS = [
  ['pageViews', 'Page views'],
  ['pushed', 'Pushed'],
  ['hinted', 'Hinted'],
  ['used', 'Used'],
  ['alreadyCached', 'Cached'],
  ['refused', 'Refused'],
  ['unused', 'Unused'],
  ['wastedBytes', 'Bytes wasted'],
] as const;

export function LedgerTable({ items }: { items: LedgerEntry[] }) {
  return (
    <ScrollBox className="panel scroll-x flush" label="Ledger, table">
      <Table verticalSpacing="sm" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Asset</Table.Th>
            {NUMBERS.map(([key, label]) => (
              <Table.Th key={key} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="right">
              Waste
            </Table.Th>
            <Table.Th scope="col">Verdict</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((entry) => (
            <Row key={`${entry.manifest} ${entry.rule} ${entry.url}`} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Row({ entry }: { entry: LedgerEntry }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className="wrap">
        <span className="mono">{entry.url}</span>
        <Text size="xs" c="dimmed">
          <TextLink to="/manifests/$name/edit" params={{ name: entry.manifest }} size="xs">
            {entry.manifest}
          </TextLink>
          , <span className="mono">{entry.match}</span>
        </Text>
      </Table.Th>
      {NUMBERS.map(([key]) => (
        <Table.Td key={key} ta="right">
          {count(entry[key])}
        </Table.Td>
      ))}
      <Table.Td ta="right">
        {share(entry.wasteShare * entry.judgedViews, entry.judgedViews)}
      </Table.Td>
      <Table.Td>
        <Verdict entry={entry} />
      </Table.Td>
    </Table.Tr>
  );
}

function Verdict({ entry }: { entry: LedgerEntry }) {
  const verdict = useVerdict();
  const whyNot = useWhyNot('publisher');
  const submit = (demote: boolean) =>
    verdict.mutate(
      { entry, demote },
      {
        onSuccess: () => notify(`${entry.url} is ${demote ? 'no longer sent' : 'sent again'}.`),
        onError: (error) => notifyFailure('Nothing was changed', sentence(error)),
      },
    );
  return (
    <>
      {entry.demoted && <Tag icon="skip" label="Demoted" tone="plain" />}
      {entry.verdict && (
        <Text size="xs" c="dimmed">
          {entry.verdict.state} by {entry.verdict.author}, {moment(entry.verdict.at)}
        </Text>
      )}
      <WhyNotButton
        size="compact-xs"
        variant="default"
        whyNot={whyNot}
        loading={verdict.isPending}
        aria-label={`${entry.demoted ? 'Restore' : 'Demote'} ${entry.url} of ${entry.manifest}, ${entry.match}`}
        onClick={() => submit(!entry.demoted)}
      >
        {entry.demoted ? 'Restore' : 'Demote'}
      </WhyNotButton>
    </>
  );
}
