import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Manifest } from '~/api/manifests';
import { TextMerge } from '~/parts/editor';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { plural } from '~/text/numbers';
import { moment } from '~/text/times';
import { type Choice, type Conflict, conflictsOf, merged, threeWay } from './threeWay';
import type { Draft } from './useDraft';

/** Conflict of two edits: merges what only one of them changed, and leaves the rest to the user. Neither text is lost. */
export function ConflictPanel({ draft, theirs }: { draft: Draft; theirs: Manifest }) {
  const { savedText: base, text: mine } = draft;
  const pieces = useMemo(
    () => threeWay(base, mine, theirs.draft.text),
    [base, mine, theirs.draft.text],
  );
  const conflicts = conflictsOf(pieces);
  const [choices, setChoices] = useState<(Choice | undefined)[]>([]);
  const [byHand, setByHand] = useState(false);
  const text = merged(pieces, choices);
  const open = conflicts.filter((_, index) => choices[index] === undefined).length;
  return (
    <Stack gap="md">
      <Notice tone="warn" urgent title="Another user saved this draft">
        <Text size="sm">
          {theirs.draft.author} saved it {moment(theirs.draft.at)}, while you were editing. Your
          text is not lost. {summary(conflicts.length)}
        </Text>
      </Notice>
      {byHand ? (
        <TextMerge theirs={theirs.draft.text} yours={mine} onChange={draft.setText} />
      ) : (
        conflicts.map((conflict, index) => (
          <ConflictView
            key={conflict.line}
            number={index + 1}
            conflict={conflict}
            choice={choices[index]}
            onChoose={(choice) =>
              setChoices((old) => conflicts.map((_, at) => (at === index ? choice : old[at])))
            }
          />
        ))
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={draft.takeTheirs}>
          Discard mine, use theirs
        </Button>
        {byHand ? (
          <Button loading={draft.isSaving} onClick={() => void draft.overwrite()}>
            Save my side
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => setByHand(true)}>
              Merge by hand
            </Button>
            <WhyNotButton
              whyNot={open > 0 ? `${plural(open, 'part')} to decide` : undefined}
              loading={draft.isSaving}
              onClick={() => text !== null && void draft.saveMerged(text)}
            >
              Save merged text
            </WhyNotButton>
          </>
        )}
      </Group>
    </Stack>
  );
}

const summary = (conflicts: number): string =>
  conflicts === 0
    ? 'Both edits fit together: the merged text has all changes of both.'
    : `${plural(conflicts, 'part')} changed in both texts; all other changes of both are merged.`;

interface ConflictProps {
  number: number;
  conflict: Conflict;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

const SIDES = [
  ['base', 'Before'],
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const;

function ConflictView({ number, conflict, choice, onChoose }: ConflictProps) {
  const place = conflict.rule === null ? `Part ${number}` : `Rule ${conflict.rule}`;
  return (
    <Panel title={place}>
      <Stack gap="sm">
        {SIDES.map(([side, label]) => (
          <div key={side}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <pre className="scroll-x">{conflict[side].join('\n') || '(nothing)'}</pre>
          </div>
        ))}
        <Radio.Group
          label={`Keep of ${place.toLowerCase()}`}
          value={choice ?? ''}
          onChange={(value) => onChoose(value as Choice)}
        >
          <Group gap="md" mt="xs">
            <Radio value="mine" label="Mine" />
            <Radio value="theirs" label="Theirs" />
            <Radio value="both" label="Both, mine first" />
          </Group>
        </Radio.Group>
      </Stack>
    </Panel>
  );
}
