import { Table, Text } from '@mantine/core';
import { type Proposal, useProposals } from '~/api/lessons';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { share } from '~/text/numbers';
import { ProposalActions } from './ProposalActions';

export function ProposalsPage() {
  const query = useProposals();
  return (
    <>
      <PageHead
        title="Proposals"
        lead="Manifest changes that live traffic suggests. Proposals wait in the draft of their manifest; nothing is in force until a user publishes it."
      />
      <LoadingPanel query={query} what="the proposals">
        {(page) =>
          page.items.length > 0 ? (
            <ScrollBox className="panel scroll-x flush" label="Proposals, table">
              <Table verticalSpacing="sm" horizontalSpacing="md">
                <TableHead columns={['Change', 'Manifest', 'Confidence', 'Decision']} />
                <Table.Tbody>
                  {page.items.map((proposal) => (
                    <Row key={proposal.id} proposal={proposal} />
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollBox>
          ) : (
            <EmptyPanel icon="tryIt" title="Nothing is proposed">
              The gateway proposes an asset once it has followed enough views of a page, and a new
              name once a deployment has renamed it.
            </EmptyPanel>
          )
        }
      </LoadingPanel>
    </>
  );
}

function Row({ proposal }: { proposal: Proposal }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className="wrap">
        <span className="mono">{proposal.url}</span>
        <Text size="xs" c="dimmed">
          {proposal.kind === 'rename' ? 'instead of ' : `as ${proposal.as}, for `}
          <span className="mono">{proposal.replaces ?? proposal.match}</span>
        </Text>
      </Table.Th>
      <Table.Td>
        <TextLink to="/manifests/$name/edit" params={{ name: proposal.manifest }} size="sm">
          {proposal.manifest}
        </TextLink>
      </Table.Td>
      <Table.Td>
        {share(proposal.confidence, 1)}
        <Text size="xs" c="dimmed">
          {proposal.reason}
        </Text>
      </Table.Td>
      <Table.Td>
        <ProposalActions proposal={proposal} />
      </Table.Td>
    </Table.Tr>
  );
}
