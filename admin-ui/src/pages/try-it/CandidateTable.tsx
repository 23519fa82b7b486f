import { Table, Text } from '@mantine/core';
import type { PlanCandidate } from '~/api/plan';
import { DecisionBadge } from '~/parts/DecisionBadge';
import { TextLink } from '~/parts/links';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';

/** Table of the candidates, with the decision and the reason for each. */
export function CandidateTable({ candidates }: { candidates: PlanCandidate[] }) {
  return (
    <ScrollBox label="Decisions, table">
      <Table verticalSpacing="xs">
        <TableHead columns={['Asset', 'Decision', 'Reason', 'Rule']} />
        <Table.Tbody>
          {candidates.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rules may name the same asset.
            <Table.Tr key={index}>
              <Table.Th scope="row" fw={400} className="wrap">
                <span className="mono">{each.url}</span>
                <Text size="xs" c="dimmed">
                  {each.as}, tier {each.tier}
                  {each.urgency === null ? '' : `, urgency ${each.urgency}`}
                </Text>
                {each.priority && <PriorityText priority={each.priority} />}
              </Table.Th>
              <Table.Td>
                <DecisionBadge decision={each.decision} />
              </Table.Td>
              <Table.Td>
                {each.sentence}
                {each.reason && (
                  <Text size="xs" c="dimmed" className="mono">
                    {each.reason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{each.rule ? <RuleLink rule={each.rule} /> : 'none'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

/** Source of the priority of its response, as far as it is known before the response. */
function PriorityText({ priority }: { priority: NonNullable<PlanCandidate['priority']> }) {
  return (
    <Text size="xs" c="dimmed">
      {priority.source === null
        ? priority.sentence
        : `Order${priority.urgency === null ? '' : `: urgency ${priority.urgency}`}, by ${priority.source}`}
      {priority.perhaps.length > 0 && `; or, by its response, ${priority.perhaps.join(', ')}`}
    </Text>
  );
}

function RuleLink({ rule }: { rule: NonNullable<PlanCandidate['rule']> }) {
  return (
    <>
      <TextLink to="/manifests/$name/edit" params={{ name: rule.manifest }} size="sm">
        {rule.manifest}
      </TextLink>
      <Text size="xs" c="dimmed">
        rule {rule.index + 1}: <span className="mono wrap">{rule.match}</span>
      </Text>
    </>
  );
}
