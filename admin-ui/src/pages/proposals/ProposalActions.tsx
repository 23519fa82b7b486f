import { Group, Text } from '@mantine/core';
import { type Proposal, useWord, type Word } from '~/api/lessons';
import { type Role, useWhyNot } from '~/api/session';
import { sentence } from '~/parts/problem';
import { tell, tellFailure } from '~/parts/tell';
import { WhyNotButton } from '~/parts/WhyNotButton';

const WORDS: readonly { word: Word; label: string; done: string; role: Role }[] = [
  { word: 'accept', label: 'Accept', done: 'is kept in the draft', role: 'editor' },
  { word: 'publish', label: 'Publish', done: 'is in force', role: 'publisher' },
  { word: 'dismiss', label: 'Dismiss', done: 'is not proposed again', role: 'editor' },
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
        {WORDS.filter(({ word }) => !isSaid(proposal, word)).map((each) => (
          <Action key={each.word} proposal={proposal} {...each} />
        ))}
      </Group>
    </>
  );
}

const isSaid = ({ state }: Proposal, word: Word): boolean =>
  (state === 'accepted' && word === 'accept') || (state === 'dismissed' && word === 'dismiss');

function Action({
  proposal,
  word,
  label,
  done,
  role,
}: { proposal: Proposal } & (typeof WORDS)[number]) {
  const say = useWord();
  const whyNot = useWhyNot(role);
  return (
    <WhyNotButton
      size="compact-xs"
      variant="default"
      whyNot={whyNot}
      loading={say.isPending}
      aria-label={`${label} ${proposal.url}`}
      onClick={() =>
        say.mutate(
          { id: proposal.id, word },
          {
            onSuccess: () => tell(`${proposal.url} ${done}.`),
            onError: (error) => tellFailure('Nothing was changed', sentence(error)),
          },
        )
      }
    >
      {label}
    </WhyNotButton>
  );
}
