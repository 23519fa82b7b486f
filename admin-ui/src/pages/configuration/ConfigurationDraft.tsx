import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '~/api/client';
import {
  type Configuration,
  useConfigurationApprovals,
  useConfigurationSchema,
  usePublishConfiguration,
  useSaveConfiguration,
  validateConfiguration,
} from '~/api/configuration';
import { TextMerge, YamlEditor } from '~/parts/editor';
import { useKeptForm } from '~/parts/keptForm';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { sentence } from '~/parts/problem';
import { lacksApproval } from '~/publish/ApprovalPanel';
import { ConfigurationApproval } from './ConfigurationApproval';
import { Difference } from './RevisionTable';

interface Props {
  configuration: Configuration;
  etag: string;
}

/** The draft as text: errors at their places, save, compare and publish. */
export function ConfigurationDraft({ configuration, etag }: Props) {
  const { draft, published, file, managedBy } = configuration;
  const mayEdit = managedBy === null;
  const saved = draft?.text ?? '';
  // Kept beside the version from which it began, so that the end of a session loses nothing.
  const [form, setForm, forget] = useKeptForm('configuration', {
    text: saved,
    base: saved,
    etag,
  });
  const [comment, setComment] = useState('');
  const [isCompared, setIsCompared] = useState(false);
  const [goTo, setGoTo] = useState<{ line: number; column: number } | null>(null);
  const schema = useConfigurationSchema();
  const save = useSaveConfiguration();
  const publish = usePublishConfiguration();
  const unapproved = lacksApproval(useConfigurationApprovals(etag).data);
  // A text without an edit here follows the store.
  const isEdited = form.text !== form.base;
  const text = isEdited ? form.text : saved;
  const version = isEdited ? form.etag : etag;
  // Another person saved a draft meanwhile. A save would be refused, so that neither text is lost.
  const isBehind = isEdited && form.base !== saved && text !== saved;
  const restart = (now: string, of: string) => setForm({ text: now, base: now, etag: of });
  const problems = useProblems(text);
  const isDirty = text !== saved;
  const isBusy = save.isPending || publish.isPending;
  const store = async () => {
    if (!isDirty || isBusy) return;
    const now = await save.mutateAsync({ text, etag: version }).catch(() => null);
    if (now === null) return;
    forget();
    restart(text, now.etag);
  };
  const put = async () => {
    const now = await publish.mutateAsync({ comment, etag }).catch(() => null);
    if (now === null) return;
    setComment('');
    restart(now.configuration.draft?.text ?? text, now.etag);
  };
  const failure = save.error ?? publish.error;
  return (
    <>
      <PageHead
        title="Configuration"
        lead={
          published === null
            ? 'The store has no configuration yet. The first one that is saved is in force at once.'
            : `Revision ${published.revision} is in force. ${file} has only config, store, admin and upgrade.`
        }
      />
      {managedBy !== null && (
        <Notice tone="warn" title="A file outside of the gateway decides the configuration">
          Changes here are refused. Edit it at <span className="mono wrap">{managedBy}</span>, and
          apply the file.
        </Notice>
      )}
      {isBehind && (
        <Notice tone="warn" urgent title="Another user saved this draft">
          <Text size="sm">
            {draft?.author} saved it while you were editing. Both texts are below. Take over parts
            of theirs, then save your side.
          </Text>
          <TextMerge
            theirs={saved}
            yours={text}
            onChange={(next) => setForm({ ...form, text: next })}
          />
          <Group mt="xs">
            <Button size="xs" onClick={() => setForm({ text, base: saved, etag })}>
              Keep my side
            </Button>
            <Button size="xs" variant="default" onClick={() => restart(saved, etag)}>
              Discard mine, use theirs
            </Button>
          </Group>
        </Notice>
      )}
      {failure !== null && !hasCode(failure, 'stale') && (
        <Notice tone="bad" icon="warning" title={sentence(failure)}>
          {hasCode(failure, 'invalid-configuration') &&
            failure.problem.problems?.map(({ line, column, message }) => (
              <Text key={`${line}:${column}:${message}`} size="sm">
                {message}
              </Text>
            ))}
        </Notice>
      )}
      <Stack gap="sm">
        {problems.length > 0 && (
          <List size="sm" aria-label="Problems">
            {problems.map((problem) => (
              <List.Item key={`${problem.line}:${problem.column}:${problem.message}`}>
                <Button variant="subtle" size="compact-sm" onClick={() => setGoTo({ ...problem })}>
                  Line {problem.line}, column {problem.column}
                </Button>{' '}
                {problem.severity === 'warning' && 'Warning: '}
                {problem.message}
              </List.Item>
            ))}
          </List>
        )}
        <YamlEditor
          label="YAML of the configuration"
          value={text}
          onChange={(next) =>
            setForm({ text: next, base: isEdited ? form.base : saved, etag: version })
          }
          onSave={() => void store()}
          problems={problems}
          goTo={goTo}
          readOnly={!mayEdit || isBehind}
          schema={schema.data}
        />
        <Group align="end">
          <Button
            onClick={() => void store()}
            disabled={!isDirty || isBehind || !mayEdit}
            loading={save.isPending}
          >
            Save draft
          </Button>
          <Button
            variant="default"
            disabled={published === null || !draft?.changed}
            onClick={() => setIsCompared(!isCompared)}
          >
            {isCompared ? 'Hide the comparison' : 'Compare with the text in force'}
          </Button>
          <TextInput
            label="Comment"
            value={comment}
            maxLength={2000}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button
            onClick={() => void put()}
            disabled={
              !mayEdit ||
              isDirty ||
              !draft?.changed ||
              problems.some((problem) => problem.severity === 'error') ||
              unapproved !== undefined
            }
            title={unapproved}
            loading={publish.isPending}
          >
            Publish
          </Button>
        </Group>
        {draft?.changed && !isDirty && <ConfigurationApproval etag={etag} />}
        {isCompared && published !== null && (
          <Difference from={String(published.revision)} to="draft" />
        )}
      </Stack>
    </>
  );
}

/** Errors and warnings that the gateway finds, shortly after the typing has stopped. */
function useProblems(text: string) {
  const [settled] = useDebouncedValue(text, 350);
  const query = useQuery({
    queryKey: ['configuration', 'validate', settled],
    queryFn: ({ signal }) => validateConfiguration(settled, signal),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return query.data?.problems ?? [];
}
