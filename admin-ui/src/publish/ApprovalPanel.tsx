import { Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Manifest } from '~/api/manifests';
import { type Approvals, useApprovals, useApprove } from '~/api/publications';
import { useSession, useWhyNot } from '~/api/session';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { moment } from '~/text/times';

/** Returns the reason for which the draft cannot be published yet; undefined if it can. */
export function lacksApproval(approvals: Approvals | undefined): string | undefined {
  return approvals?.required && approvals.approvals.length === 0
    ? 'The draft is not approved yet'
    : undefined;
}

interface Given {
  isPending: boolean;
  error: Error | null;
  mutate: () => void;
}

interface Props {
  query: UseQueryResult<Approvals>;
  /** Gives the approval of the user. */
  approve: Given;
  /** The reason for which the user may not approve any draft. */
  whyNot: string | undefined;
  /** The thing that needs the approval. */
  what: string;
}

/** The approvals of exactly one draft. */
export function ApprovalView({ query, approve, whyNot, what }: Props) {
  const user = useSession()?.user;
  return (
    <Panel title="Approval">
      <LoadingPanel query={query} what="the approvals">
        {({ required, hash, authors, approvals }) => (
          <Stack gap="sm">
            <Text size="sm">
              {required
                ? `${what} needs the approval of a person who did not change the draft.`
                : 'No approval is needed here.'}{' '}
              Changed by {authors.join(', ')}. Content hash <code>{hash.slice(0, 12)}</code>.
            </Text>
            {approvals.map(({ approver, at, comment }) => (
              <Text size="sm" key={approver}>
                Approved by {approver}, {moment(at)}
                {comment !== '' && `: ${comment}`}
              </Text>
            ))}
            {approve.error !== null && (
              <Notice tone="bad" urgent title="Not approved">
                {sentence(approve.error)}
              </Notice>
            )}
            <Group>
              <WhyNotButton
                variant="default"
                whyNot={
                  whyNot ??
                  (user !== undefined && authors.includes(user)
                    ? 'You changed this draft'
                    : undefined)
                }
                loading={approve.isPending}
                onClick={approve.mutate}
              >
                Approve this draft
              </WhyNotButton>
            </Group>
          </Stack>
        )}
      </LoadingPanel>
    </Panel>
  );
}

/** The approvals of the draft of a manifest. */
export function ApprovalPanel({ manifest }: { manifest: Manifest }) {
  const { name, etag } = manifest;
  const { isPending, error, mutate } = useApprove();
  return (
    <ApprovalView
      query={useApprovals(name, etag)}
      approve={{ isPending, error, mutate: () => mutate({ name, etag }) }}
      whyNot={useWhyNot('publisher')}
      what="This site"
    />
  );
}
