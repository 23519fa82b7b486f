import { Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Experiment, useExperiments } from '~/api/experiments';
import { useWhyNot } from '~/api/session';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { ButtonLink, TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { moment } from '~/text/times';
import { CheckDialog } from './CheckDialog';
import { PhaseTag } from './PhaseTag';
import { FACTORS, shareText } from './words';

export function ExperimentsPage() {
  const query = useExperiments();
  const [checking, setChecking] = useState(false);
  const whyNot = useWhyNot('publisher');
  return (
    <>
      <PageHead
        title="Experiments"
        lead="Each puts real visitors into arms before their pages are sent, and compares the arms."
        actions={
          <Group gap="sm">
            <WhyNotButton variant="default" whyNot={whyNot} onClick={() => setChecking(true)}>
              A/A check
            </WhyNotButton>
            <ButtonLink to="/new-experiment">New experiment</ButtonLink>
          </Group>
        }
      />
      <LoadingPanel query={query} what="the experiments">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyPanel
              icon="experiment"
              title="No experiment yet"
              next={<ButtonLink to="/new-experiment">Plan the first one</ButtonLink>}
            >
              Begin with an A/A check: both arms are equal, so it shows whether the method is sound.
            </EmptyPanel>
          ) : (
            <ExperimentTable items={items} />
          )
        }
      </LoadingPanel>
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  );
}

function ExperimentTable({ items }: { items: Experiment[] }) {
  return (
    <ScrollBox className="panel scroll-x flush" label="Experiments, table">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <TableHead columns={['Experiment', 'State', 'Factor', 'Arms', 'Share', 'Started']} />
        <Table.Tbody>
          {items.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Th scope="row" fw={400} className="wrap">
                <TextLink to="/experiments/$id" params={{ id: each.id }} size="sm">
                  {each.title}
                </TextLink>
                <Text size="xs" c="dimmed">
                  {each.sites.join(', ')}
                </Text>
              </Table.Th>
              <Table.Td>
                <PhaseTag experiment={each} />
              </Table.Td>
              <Table.Td>{FACTORS[each.factor].label}</Table.Td>
              <Table.Td className="wrap">
                {each.arms.map((arm) => arm.name + (arm.stopped ? ' (stopped)' : '')).join(', ')}
              </Table.Td>
              <Table.Td>{shareText(each)}</Table.Td>
              <Table.Td>{each.startedAt ? moment(each.startedAt) : '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
