import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useAuditVerification } from '~/api/system';
import { CopyText } from '~/parts/CopyText';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';
import { count } from '~/text/numbers';

/** Recomputes the chain on request, because that reads the whole trail. */
export function Verification() {
  const verify = useAuditVerification();
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify the chain
      </Button>
      {verify.isError && (
        <Notice tone="bad" urgent title="Not verified">
          {sentence(verify.error)}
        </Notice>
      )}
      {verify.data?.whole === true && (
        <Notice tone="info" icon="check" urgent title="The trail is whole">
          <Stack gap="xs">
            <Text size="sm">
              {count(verify.data.entries)} entries have the hashes of the chain
              {verify.data.checkpoint > 0 &&
                `, after the checkpoint at position ${count(verify.data.checkpoint)}`}
              . Keep the head elsewhere: a later verification with it shows a missing end.
            </Text>
            <Group gap="xs">
              <Text size="xs" className="mono wrap">
                {verify.data.head}
              </Text>
              <CopyText text={verify.data.head} label="Copy the head" />
            </Group>
          </Stack>
        </Notice>
      )}
      {verify.data?.whole === false && (
        <Notice tone="bad" urgent title="The trail was changed">
          <List size="sm">
            {verify.data.faults.map((fault) => (
              <List.Item key={fault}>{fault}</List.Item>
            ))}
          </List>
        </Notice>
      )}
    </Stack>
  );
}
