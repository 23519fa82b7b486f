import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { auditExport, useAudit } from '~/api/system';
import { EmptyPanel } from '~/parts/EmptyPanel';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { SearchField } from '~/parts/SearchField';
import { count } from '~/text/numbers';
import { AuditTable } from './AuditTable';
import type { AuditSearch } from './search';
import { Verification } from './Verification';

const route = getRouteApi('/frame/audit');

const OUTCOMES = [
  { value: '', label: 'All' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
];

export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useAudit(search);
  const change = (part: AuditSearch) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="Audit"
        lead="Each change, and each attempt that was refused, with its author. Entries are added and never edited; a hash chain shows it."
      />
      <Stack gap="md">
        <Verification />
        <Group gap="sm" align="flex-end">
          <SearchField
            placeholder="Actor, action, subject or detail"
            value={search.q ?? ''}
            onChange={(text) => change({ q: text || undefined })}
          />
          <Field
            label="Actor"
            value={search.actor}
            onChange={(actor) => change({ actor })}
            placeholder="admin"
          />
          <Field
            label="Action"
            value={search.action}
            onChange={(action) => change({ action })}
            placeholder="manifest."
          />
          <NativeSelect
            label="Outcome"
            data={OUTCOMES}
            value={search.outcome ?? ''}
            onChange={(event) => {
              const value = event.currentTarget.value;
              change({ outcome: value === 'done' || value === 'refused' ? value : undefined });
            }}
          />
          <Anchor size="sm" href={auditExport(search, 'jsonl')} download>
            Export as JSON lines
          </Anchor>
          <Anchor size="sm" href={auditExport(search, 'syslog')} download>
            As syslog
          </Anchor>
        </Group>
        <LoadingPanel query={query} what="the audit trail">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            const total = pages[0]?.total ?? 0;
            return items.length === 0 ? (
              <EmptyPanel icon="search" title="No entry fits">
                The whole trail was searched.
              </EmptyPanel>
            ) : (
              <Stack gap="xs">
                <AuditTable items={items} />
                <Group gap="sm">
                  {query.hasNextPage && (
                    <Button
                      variant="default"
                      loading={query.isFetchingNextPage}
                      onClick={() => query.fetchNextPage()}
                    >
                      Older entries
                    </Button>
                  )}
                  <Text size="xs" c="dimmed" role="status">
                    {count(items.length)} of {count(total)}
                  </Text>
                </Group>
              </Stack>
            );
          }}
        </LoadingPanel>
      </Stack>
    </>
  );
}

interface FieldProps {
  label: string;
  value: string | undefined;
  placeholder: string;
  onChange: (value: string | undefined) => void;
}

/** A filter that applies when the field is left or Enter is pressed, because it names a whole value. */
function Field({ label, value, placeholder, onChange }: FieldProps) {
  return (
    <TextInput
      key={value ?? ''}
      label={label}
      placeholder={placeholder}
      w={140}
      maxLength={200}
      defaultValue={value ?? ''}
      onBlur={(event) => onChange(event.currentTarget.value || undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(event.currentTarget.value || undefined);
      }}
    />
  );
}
