import { List, Text } from '@mantine/core';
import type { Plan } from '~/api/plan';
import { CopyText } from '~/parts/CopyText';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { plural } from '~/text/numbers';
import { protocolLabel } from '~/text/protocols';
import { CandidateTable } from './CandidateTable';
import { curlOf } from './question';
import type { TrySearch } from './search';

export function PlanView({ plan, search }: { plan: Plan; search: TrySearch }) {
  return (
    <>
      <Panel title="Plan" aside={<CopyText text={curlOf(search, plan.url)} label="Copy as curl" />}>
        <Text size="sm" className="wrap">
          {summaryOf(plan)} for <span className="mono">{plan.url}</span> over{' '}
          {protocolLabel(plan.protocol)}, decided with{' '}
          {plan.revision === 0 ? 'no published revision' : `revision ${plan.revision}`}
          {search.draft ? ` and the draft of ${search.draft}` : ''}.
        </Text>
        {plan.notes.length > 0 && (
          <Notice tone="warn" title="About this request">
            <List size="sm">
              {plan.notes.map((note) => (
                <List.Item key={note}>{note}</List.Item>
              ))}
            </List>
          </Notice>
        )}
      </Panel>
      <Panel title="Decisions">
        {plan.candidates.length === 0 ? (
          <Text size="sm" c="dimmed">
            No rule of a manifest matches this page, so there is nothing to decide. Publish a
            manifest with a rule for it, or try the draft of one.
          </Text>
        ) : (
          <CandidateTable candidates={plan.candidates} />
        )}
      </Panel>
      <Exact
        title="103 Early Hints"
        lines={
          plan.links.length === 0
            ? []
            : [statusLine(plan), ...plan.links.map((link) => `link: ${link}`)]
        }
        none="No 103 would be sent."
        copy="Copy the 103"
      />
      <Exact
        title="Pushes"
        lines={plan.pushes.map((path) => `PUSH_PROMISE ${path}`)}
        none="Nothing would be pushed."
        copy="Copy the pushes"
      />
      <Exact
        title="Set-Cookie"
        lines={plan.setCookies.map((cookie) => `set-cookie: ${cookie}`)}
        none="No cookie would be set."
        copy="Copy the cookie"
      />
    </>
  );
}

function Exact({
  title,
  lines,
  none,
  copy,
}: {
  title: string;
  lines: string[];
  none: string;
  copy: string;
}) {
  if (lines.length === 0) {
    return (
      <Panel title={title}>
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      </Panel>
    );
  }
  const text = lines.join('\n');
  return (
    <Panel title={title} aside={<CopyText text={text} label={copy} />}>
      <pre className="lines">{text}</pre>
    </Panel>
  );
}

function statusLine({ protocol }: Plan): string {
  return protocol === 'http/1.1' ? 'HTTP/1.1 103 Early Hints' : ':status: 103';
}

function summaryOf({ candidates }: Plan): string {
  const of = (decision: string) => candidates.filter((each) => each.decision === decision).length;
  return `${plural(of('hint'), 'hint')}, ${plural(of('push'), 'push', 'pushes')} and ${of('skip')} skipped`;
}
