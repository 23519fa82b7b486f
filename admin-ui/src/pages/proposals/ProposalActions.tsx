import { Group, Text } from '@mantine/core';
import { type Decision, type Proposal, useDecision } from '~/api/lessons';
import { type Role, useWhyNot } from '~/api/session';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';

const DECISIONS: readonly { decision: Decision; label: string; done: string; role: Role }[] = [
  { decision: 'accept', label: 'Accept', done: 'is kept in the draft', role: 'editor' },
  { decision: 'publish', label: 'Publish', done: 'is in force', role: 'publisher' },
  { decision: 'dismiss', label: 'Dismiss', done: 'is not proposed again', role: 'editor' },
];

export function ProposalActions({ proposal }: { proposal: Proposal }) {
  return (
    <>
      {proposal.state !== 'open' && (
        <Text size="xs" c="dimmed">
          {proposal.state} by {proposal.author}
        </Text>
      )}
      <Group gap="xs" wrap="nowrap">
        {DECISIONS.filter(({ decision }) => !isDecided(proposal, decision)).map((each) => (
          <Action key={each.decision} proposal={proposal} {...each} />
        ))}
      </Group>
    </>
  );
}

const isDecided = ({ state }: Proposal, decision: Decision): boolean =>
  (state === 'accepted' && decision === 'accept') ||
  (state === 'dismissed' && decision === 'dismiss');

function Action({
  proposal,
  decision,
  label,
  done,
  role,
}: { proposal: Proposal } & (typeof DECISIONS)[number]) {
  const submit = useDecision();
  const whyNot = useWhyNot(role);
  return (
    <WhyNotButton
      size="compact-xs"
      variant="default"
      whyNot={whyNot}
      loading={submit.isPending}
      aria-label={`${label} ${proposal.url}`}
      onClick={() =>
        submit.mutate(
          { id: proposal.id, decision },
          {
            onSuccess: () => notify(`${proposal.url} ${done}.`),
            onError: (error) => notifyFailure('Nothing was changed', sentence(error)),
          },
        )
      }
    >
      {label}
    </WhyNotButton>
  );
}
