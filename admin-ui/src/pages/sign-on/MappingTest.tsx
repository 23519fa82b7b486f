import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type SignOnDecision, type SignOnProvider, useSignOnTest } from '~/api/sign-on';
import { Notice } from '~/parts/Notice';
import { Panel } from '~/parts/Panel';
import { sentence } from '~/parts/problem';

const EXAMPLE = `{
  "sub": "1234",
  "email": "ann@example.com",
  "email_verified": true,
  "groups": ["gateway-admins"]
}`;

/** Shows the account and the roles that claims would get, without a sign-in. */
export function MappingTest({ providers }: { providers: SignOnProvider[] }) {
  const test = useSignOnTest();
  const [provider, setProvider] = useState(providers[0]?.name ?? '');
  const [text, setText] = useState(EXAMPLE);
  const [problem, setProblem] = useState<string | null>(null);
  const run = () => {
    const claims = objectOf(text);
    setProblem(claims === null ? 'Enter a JSON object' : null);
    if (claims !== null) test.mutate({ provider, claims });
  };
  return (
    <Panel title="Test of the mapping">
      <Stack gap="sm">
        <Text size="sm">
          Enter the claims of a user, for example from a token. Nothing changes, and there is no
          sign-in.
        </Text>
        <NativeSelect
          label="Provider"
          data={providers.map(({ name, title }) => ({ value: name, label: title }))}
          value={provider}
          onChange={(event) => setProvider(event.currentTarget.value)}
        />
        <Textarea
          label="Claims"
          autosize
          minRows={4}
          maxRows={16}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'monospace' } }}
        />
        <Button onClick={run} loading={test.isPending} style={{ alignSelf: 'flex-start' }}>
          Test
        </Button>
        {test.isError && (
          <Notice tone="bad" urgent title="Not tested">
            {sentence(test.error)}
          </Notice>
        )}
        {test.data && <Decision decision={test.data} />}
      </Stack>
    </Panel>
  );
}

function Decision({ decision }: { decision: SignOnDecision }) {
  if (!decision.admitted) {
    return (
      <Notice tone="warn" urgent title="The sign-in is refused">
        {decision.text}
      </Notice>
    );
  }
  return (
    <Notice tone="info" icon="check" urgent title={`The user signs in as ${decision.account}`}>
      {decision.grants === null
        ? 'The account keeps its roles.'
        : decision.grants
            .map(({ role, sites }) =>
              sites.includes('*')
                ? `${role} for all sites`
                : `${role} for the sites ${sites.join(', ')}`,
            )
            .join('; ')}
      {decision.groups.length > 0 && ` By the groups: ${decision.groups.join(', ')}.`}
    </Notice>
  );
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
