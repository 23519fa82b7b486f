import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode, ProblemError } from '~/api/client';
import { type Manifest, useFreshManifest, usePublish } from '~/api/manifests';
import { useApprovals, useBegin } from '~/api/publications';
import { useWhyNot } from '~/api/session';
import { TextDiff } from '~/parts/editor';
import { Notice } from '~/parts/Notice';
import { notify } from '~/parts/notify';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { ApprovalPanel, lacksApproval } from '~/publish/ApprovalPanel';
import { DryRunPanel } from '~/publish/DryRunPanel';
import { Meaning } from '~/publish/Meaning';
import { RunPanel } from '~/publish/RunPanel';
import { WishFields } from '~/publish/WishFields';
import { FRESH, whyNotWish, wishOf } from '~/publish/wish';
import { effective } from '~/text/publication';
import { moment } from '~/text/times';
import { DiffSummary } from './DiffSummary';
import { ProblemList } from './ProblemList';

export function PublishForm({ manifest }: { manifest: Manifest }) {
  // Publishes exactly the draft that is shown; a newer draft must be reviewed first.
  const [reviewed, setReviewed] = useState(manifest);
  const [changed, setChanged] = useState(false);
  const [comment, setComment] = useState('');
  const publish = usePublish();
  const readFresh = useFreshManifest();
  const navigate = useNavigate();
  const notPublisher = useWhyNot('publisher');
  const [form, setForm] = useState(FRESH);
  const begin = useBegin();
  const { name, etag, draft, published } = reviewed;
  const approvals = useApprovals(name, etag).data;
  const before = published?.text ?? '';
  const errors = draft.problems.filter((problem) => problem.severity === 'error');

  // Not with callbacks of the mutation: they are lost when this component unmounts, as it does on success.
  const submit = async () => {
    try {
      if (form.when !== 'now') {
        await begin.mutateAsync({ name, etag, wish: { ...wishOf(form), comment } });
        notify(form.when === 'at' ? `${name} is scheduled` : `${name} is on some gateways`);
        setForm(FRESH);
        return;
      }
      const publication = await publish.mutateAsync({ name, etag, comment });
      notify(effective(name, publication));
      await navigate({ to: '/manifests/$name/history', params: { name }, search: {} });
    } catch (error) {
      if (!hasCode(error, 'stale')) return;
      setReviewed(await readFresh(name));
      setChanged(true);
    }
  };

  return (
    <Stack gap="md">
      {changed && (
        <Notice tone="warn" urgent title="The draft changed while you were reviewing">
          {draft.author} saved it {moment(draft.at)}. Nothing was published. Below is the current
          draft; your comment is kept.
        </Notice>
      )}
      {publish.isError && !hasCode(publish.error, 'stale') && <Refused error={publish.error} />}
      {begin.isError && !hasCode(begin.error, 'stale') && <Refused error={begin.error} />}
      <RunPanel manifest={name} inForce={published?.revision ?? null} />
      <ProblemList checked={{ problems: draft.problems, state: 'checked' }} />
      <Panel
        title={
          published ? `Changes against revision ${published.revision}` : 'New: not in force yet'
        }
        aside={<DiffSummary before={before} after={draft.text} />}
      >
        <TextDiff label="Changes" before={before} after={draft.text} />
      </Panel>
      {published && <Meaning manifest={reviewed} revision={published.revision} />}
      <DryRunPanel name={name} />
      <ApprovalPanel manifest={reviewed} />
      <WishFields form={form} onChange={setForm} />
      <Textarea
        label="Comment"
        description="Reason for the change; it is kept in the history."
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          onClick={() => navigate({ to: '/manifests/$name/edit', params: { name }, search: {} })}
        >
          Back to the draft
        </Button>
        <WhyNotButton
          whyNot={
            notPublisher ??
            (errors.length > 0 ? 'The draft has errors' : undefined) ??
            lacksApproval(approvals) ??
            whyNotWish(form)
          }
          loading={publish.isPending || begin.isPending}
          onClick={() => void submit()}
        >
          {LABELS[form.when]}
        </WhyNotButton>
      </Group>
    </Stack>
  );
}

const LABELS = { now: 'Publish', at: 'Schedule', canary: 'Begin canary' } as const;

function Refused({ error }: { error: unknown }) {
  const problems = error instanceof ProblemError ? (error.problem.problems ?? []) : [];
  return (
    <Notice tone="bad" urgent title="Not published">
      <Text size="sm">{sentence(error)}</Text>
      {problems.length > 0 && <ProblemList checked={{ problems, state: 'checked' }} />}
    </Notice>
  );
}
