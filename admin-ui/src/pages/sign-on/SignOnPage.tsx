import { Group, Stack, Table, Text } from '@mantine/core';
import type { Schemas } from '~/api/client';
import { type SignOnProvider, useSignOn } from '~/api/sign-on';
import { CopyText } from '~/parts/CopyText';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { ScrollBox } from '~/parts/ScrollBox';
import { moment } from '~/text/times';
import { MappingTest } from './MappingTest';

const LOCAL: Record<Schemas['SignOn']['local'], string> = {
  on: 'Each user with a password may sign in with it.',
  off: 'No user signs in with a password. If no provider works, set local to on and restart.',
  'break-glass': 'Only these users may sign in with a password:',
};

export function SignOnPage() {
  const query = useSignOn();
  return (
    <>
      <PageHead
        title="Sign-on"
        lead="The ways in which users sign in to this dashboard. The section admin.signOn of gateway.yaml configures them; a change needs a restart."
      />
      <LoadingPanel query={query} what="the configuration of the sign-in">
        {(signOn) => (
          <Stack gap="md">
            <Rules signOn={signOn} />
            {signOn.providers.map((each) => (
              <ProviderPanel key={each.name} provider={each} />
            ))}
            {signOn.providers.length > 0 ? (
              <MappingTest providers={signOn.providers} />
            ) : (
              <EmptyPanel icon="key" title="No provider">
                With an OpenID Provider, users sign in with the account that they have already, and
                groups give them roles.
              </EmptyPanel>
            )}
          </Stack>
        )}
      </LoadingPanel>
    </>
  );
}

function Rules({ signOn }: { signOn: Schemas['SignOn'] }) {
  const roles = signOn.secondFactorRoles;
  return (
    <Panel title="Rules">
      <Text size="sm">
        <strong>Passwords:</strong> {LOCAL[signOn.local]}
        {signOn.local === 'break-glass' && ` ${signOn.breakGlass.join(', ')}.`}
      </Text>
      <Text size="sm">
        <strong>Second factor:</strong>{' '}
        {signOn.secondFactor === 'optional'
          ? 'Each user may set one up.'
          : `Required for ${roles.length === 0 ? 'all roles' : `the roles ${roles.join(', ')}`}.`}
      </Text>
      <Text size="sm">
        <strong>Keys:</strong> made for the host{' '}
        <span className="mono">{signOn.relyingPartyId}</span>.
      </Text>
    </Panel>
  );
}

function ProviderPanel({ provider }: { provider: SignOnProvider }) {
  const { succeededAt, failedAt, failure } = provider;
  const isFailing = failedAt !== null && (succeededAt === null || failedAt > succeededAt);
  return (
    <Panel title={provider.title}>
      {isFailing && (
        <Notice tone="warn" title={`The last sign-in failed at ${moment(failedAt)}`}>
          {failure}
        </Notice>
      )}
      <Text size="sm">
        Issuer <span className="mono">{provider.issuer}</span>, client{' '}
        <span className="mono">{provider.clientId}</span>. The claim{' '}
        <span className="mono">{provider.userClaim}</span> names the account;{' '}
        {provider.users === 'create'
          ? 'the first sign-in makes it.'
          : 'an admin makes it before the first sign-in.'}
      </Text>
      <Group gap="sm">
        <Text size="sm">
          Redirect URI to register: <span className="mono">{provider.redirectUri}</span>
        </Text>
        <CopyText text={provider.redirectUri} label="Copy" />
      </Group>
      <Text size="sm">
        Since the start of this node: {provider.successes} sign-ins, {provider.failures} failures.
        {succeededAt !== null && ` The last sign-in was at ${moment(succeededAt)}.`}
      </Text>
      {!isFailing && failedAt !== null && (
        <Text size="sm" c="dimmed">
          Last failure at {moment(failedAt)}: {failure}
        </Text>
      )}
      <Mapping provider={provider} />
    </Panel>
  );
}

function Mapping({ provider }: { provider: SignOnProvider }) {
  if (provider.mapping.length === 0) {
    return <Text size="sm">No rules for groups: accounts keep their roles.</Text>;
  }
  return (
    <ScrollBox label={`Roles by group of ${provider.title}`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              Group in <span className="mono">{provider.groupsClaim}</span>
            </Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Sites</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {provider.mapping.map(({ group, role, sites }) => (
            <Table.Tr key={`${group} ${role} ${sites.join(' ')}`}>
              <Table.Td className="mono">{group === '*' ? 'each user' : group}</Table.Td>
              <Table.Td>{role}</Table.Td>
              <Table.Td className="mono">
                {sites.includes('*') ? 'all sites' : sites.join(', ')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
