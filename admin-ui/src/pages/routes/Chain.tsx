import { Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Route, RoutePage } from '~/api/routing';
import { TextLink } from '~/parts/links';
import { Notice } from '~/parts/Notice';
import { ServerStateTag } from '~/parts/ServerStateTag';
import { policyText } from './policies';

interface Props {
  route: Route;
  listeners: RoutePage['listeners'];
}

/** The way of a request on one route, from the listener to the servers. */
export function Chain({ route, listeners }: Props) {
  return (
    <Stack gap="sm">
      {route.problems.map(({ kind, sentence }) => (
        <Notice key={`${kind} ${sentence}`} tone="bad" title="Problem">
          <Text size="sm" className="wrap">
            {sentence}
          </Text>
        </Notice>
      ))}
      <ol className="chain" aria-label={`Chain of ${route.id}`}>
        <Link name="Listener">
          {listeners.map(({ name, address, protocols }) => (
            <Text key={name} size="sm">
              {name}{' '}
              <Text span size="xs" c="dimmed">
                {address}, {protocols.join(', ')}
              </Text>
            </Text>
          ))}
        </Link>
        <Link name="Site">
          <Text size="sm" className="wrap">
            {route.hosts.join(', ')}
          </Text>
        </Link>
        <Link name={`Route, tried as number ${route.rank} of its site`}>
          <Text size="sm" className="wrap">
            {route.id}: <span className="mono">{route.path}</span>{' '}
            {route.methods.length === 0 ? 'every method' : route.methods.join(', ')}
            {route.webSocket && ', WebSockets'}
          </Text>
          {route.conditions.length > 0 && <Texts items={route.conditions} />}
        </Link>
        {route.policies.length > 0 && (
          <Link name="Policies">
            <Texts items={route.policies.map(policyText)} />
          </Link>
        )}
        <Link name="Steps">
          <Texts items={route.steps} />
        </Link>
        <Link name="Filters">
          <Texts items={route.filters} />
        </Link>
        {route.upstreams.length === 0 ? (
          <Link name="Response">
            <Text size="sm" className="wrap">
              {route.action.kind} {route.action.target}
            </Text>
          </Link>
        ) : (
          route.upstreams.map((target) => (
            <Link key={target.name} name="Upstream and servers">
              <TextLink to="/upstreams" search={{ q: target.name }} size="sm">
                {target.name}
              </TextLink>
              {target.servers.map((server) => (
                <Group key={server.id} gap="xs">
                  <span className="mono wrap">{server.id}</span>
                  <ServerStateTag state={server.state} />
                  {server.reason !== '' && (
                    <Text span size="xs" c="dimmed">
                      {server.reason}
                    </Text>
                  )}
                </Group>
              ))}
            </Link>
          ))
        )}
      </ol>
    </Stack>
  );
}

function Link({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <div className="chain-name">{name}</div>
      {children}
    </li>
  );
}

function Texts({ items }: { items: string[] }) {
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  }
  return (
    <List size="sm">
      {items.map((each) => (
        <List.Item key={each}>{each}</List.Item>
      ))}
    </List>
  );
}
