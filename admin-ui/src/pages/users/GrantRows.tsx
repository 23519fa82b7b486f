import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Schemas } from '~/api/client';
import { Icon } from '~/parts/Icon';
import { ROLES } from '~/text/roles';

export interface GrantRow {
  key: number;
  role: Schemas['Role'];
  /** Names with commas between them; empty for all. */
  sites: string;
}

interface Props {
  rows: GrantRow[];
  onChange: (rows: GrantRow[]) => void;
}

/** Roles of a user, each for all sites or for some. */
export function GrantRows({ rows, onChange }: Props) {
  const put = (key: number, part: Partial<GrantRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const next = Math.max(0, ...rows.map(({ key }) => key)) + 1;
  return (
    <Fieldset legend="Roles">
      <Stack gap="sm">
        {rows.map((row, at) => (
          <Group key={row.key} align="flex-end" wrap="nowrap">
            <NativeSelect
              label="Role"
              aria-label={`Role ${at + 1}`}
              data={[...ROLES]}
              value={row.role}
              onChange={(event) =>
                put(row.key, { role: event.currentTarget.value as GrantRow['role'] })
              }
            />
            <TextInput
              label="Sites"
              aria-label={`Sites of role ${at + 1}`}
              placeholder="all sites"
              description={at === 0 ? 'shop.example, *.example.org; empty for all' : undefined}
              disabled={row.role === 'admin'}
              autoComplete="off"
              spellCheck={false}
              style={{ flex: 1 }}
              value={row.role === 'admin' ? '' : row.sites}
              onChange={(event) => put(row.key, { sites: event.currentTarget.value })}
            />
            {rows.length > 1 && (
              <Button
                variant="default"
                aria-label={`Remove role ${at + 1}`}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <Icon name="remove" size={16} />
              </Button>
            )}
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...rows, { key: next, role: 'viewer', sites: '' }])}
        >
          Another role
        </Button>
      </Stack>
    </Fieldset>
  );
}
