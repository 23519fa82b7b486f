import { Group, List, Table, Text } from '@mantine/core';
import type { RouteDecision } from '~/api/routing';
import { TextLink } from '~/parts/links';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { TableHead } from '~/parts/TableHead';
import { Tag } from '~/parts/Tag';
import { policyText } from './policies';

/** The route of a request, and the reasons of all others. */
export function DecisionView({ decision }: { decision: RouteDecision }) {
  return (
    <>
      <Panel
        title="Result"
        aside={
          decision.status !== null && (
            <Tag icon="cross" label={`Status ${decision.status}`} tone="bad" />
          )
        }
      >
        <Group gap="xs">
          <Text size="sm" className="wrap">
            {decision.sentence}
          </Text>
          {decision.route !== null && (
            <TextLink to="/routes" search={{ route: decision.route }} size="sm">
              Show its chain
            </TextLink>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="wrap">
          {decision.method} <span className="mono">{decision.path}</span> on host{' '}
          {decision.host || 'none'}, listener {decision.listener}
        </Text>
        {decision.chain !== null && decision.chain.policies.length > 0 && (
          <List size="sm" aria-label="Policies">
            {decision.chain.policies.map((policy) => (
              <List.Item key={policy.key}>{policyText(policy)}</List.Item>
            ))}
          </List>
        )}
        {decision.chain !== null && decision.chain.rewritten !== null && (
          <Text size="sm" className="wrap">
            The upstream gets{' '}
            {decision.chain.rewritten === '' ? (
              'nothing: the request is refused with 400.'
            ) : (
              <span className="mono">{decision.chain.rewritten}</span>
            )}
          </Text>
        )}
        {decision.notes.length > 0 && (
          <List size="sm">
            {decision.notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        )}
      </Panel>
      {decision.outcome === 'malformed' ? (
        <Notice tone="bad" title="No client can send this URL">
          <Text size="sm">Begin with https:// and a host, or with a slash.</Text>
        </Notice>
      ) : (
        <>
          <Panel title="Routes of the site">
            {decision.routes.length > 0 ? (
              <ScrollBox label="Routes of the site, table">
                <Table verticalSpacing="xs" horizontalSpacing="md">
                  <TableHead columns={['Route', 'Path', 'Result']} />
                  <Table.Tbody>
                    {decision.routes.map((route) => (
                      <Table.Tr key={route.id}>
                        <Table.Th scope="row">{route.id}</Table.Th>
                        <Table.Td className="wrap">
                          <span className="mono">{route.path}</span>
                          <Text size="xs" c="dimmed">
                            {[route.methods.join(', ') || 'every method', ...route.conditions].join(
                              '; ',
                            )}
                          </Text>
                        </Table.Td>
                        <Table.Td>
                          <Outcome isWinner={route.reason === 'serves'} text={route.sentence} />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </ScrollBox>
            ) : (
              <Text size="sm" c="dimmed">
                No site has the host, so no route was tried.
              </Text>
            )}
          </Panel>
          <Panel title="Sites">
            <ScrollBox label="Sites, table">
              <Table verticalSpacing="xs" horizontalSpacing="md">
                <TableHead columns={['Hosts', 'Result']} />
                <Table.Tbody>
                  {decision.sites.map((site) => (
                    <Table.Tr key={site.site}>
                      <Table.Th scope="row" fw={400} className="wrap">
                        {site.hosts.join(', ')}
                      </Table.Th>
                      <Table.Td>
                        <Outcome isWinner={site.reason === 'serves'} text={site.sentence} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollBox>
          </Panel>
        </>
      )}
    </>
  );
}

function Outcome({ isWinner, text }: { isWinner: boolean; text: string }) {
  return (
    <>
      {isWinner && <Tag icon="check" label="Serves" tone="good" />}
      <Text size="sm" c={isWinner ? undefined : 'dimmed'}>
        {text}
      </Text>
    </>
  );
}
