import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { TextProblem } from '~/api/client';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { Icon } from '~/parts/Icon';
import { Notice } from '~/parts/Notice';
import { readManifest } from './document';
import { addRule, setHosts } from './edits';
import { HostsField } from './HostsField';
import { Kept } from './Kept';
import { NotShown } from './NotShown';
import { problemsByField } from './places';
import { RuleCard } from './RuleCard';

interface Props {
  text: string;
  problems: TextProblem[];
  onChange: (text: string) => void;
  onShowText: () => void;
}

/** Form for the same document as the text, for users who do not write YAML. */
export default function ManifestForm({ text, problems, onChange, onShowText }: Props) {
  const { view, whyNot } = useMemo(() => readManifest(text), [text]);
  const errors = useMemo(() => problemsByField(text, problems), [text, problems]);
  if (view === null) {
    return (
      <Notice tone="warn" title="The form cannot show this text">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{whyNot} Nothing is lost; edit it as YAML.</Text>
          <Button size="xs" variant="default" onClick={onShowText}>
            Edit as YAML
          </Button>
        </Stack>
      </Notice>
    );
  }
  const add = (
    <Button
      variant="default"
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => onChange(addRule(text))}
    >
      Add rule
    </Button>
  );
  return (
    <Stack gap="md">
      <section className="panel" aria-label="Hosts">
        {view.hosts === null ? (
          <NotShown what="hosts" onShowText={onShowText} />
        ) : (
          <HostsField
            hosts={view.hosts}
            error={errors.get('hosts')}
            onChange={(hosts) => onChange(setHosts(text, hosts))}
          />
        )}
        <Kept keys={view.kept} />
      </section>
      {view.rules.length === 0 && (
        <EmptyPanel icon="manifest" title="No rule yet" next={add}>
          A rule names pages and their assets. Begin with the page that most visitors see first.
        </EmptyPanel>
      )}
      {view.rules.map((rule, index) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other identity than its place in the text.
          key={index}
          rule={rule}
          index={index}
          last={view.rules.length - 1}
          text={text}
          errors={errors}
          onChange={onChange}
          onShowText={onShowText}
        />
      ))}
      {view.rules.length > 0 && <Group>{add}</Group>}
    </Stack>
  );
}
