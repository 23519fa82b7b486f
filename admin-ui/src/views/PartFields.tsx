import { TextInput } from '@mantine/core';
import { useOwnSite } from '~/api/session';
import type { ViewPart } from '~/api/timings';
import { shortLabel } from '~/text/protocols';
import { AnyOf } from './AnyOf';
import { CACHE_STATES, PROTOCOLS } from './part';

interface Props {
  part: ViewPart;
  onChange: (changed: ViewPart) => void;
}

/** Fields that select page views. A user of one site starts with that site. */
export function PartFields({ part, onChange }: Props) {
  const ownSite = useOwnSite();
  return (
    <>
      <AnyOf
        label="Protocol"
        value={part.protocol}
        options={PROTOCOLS}
        labelOf={shortLabel}
        onChange={(protocol) => onChange({ protocol })}
      />
      <AnyOf
        label="Cache state"
        value={part.cache}
        options={CACHE_STATES}
        onChange={(cache) => onChange({ cache })}
      />
      <TextInput
        key={ownSite}
        size="xs"
        label="Site"
        placeholder="First host"
        defaultValue={part.site ?? ownSite ?? ''}
        onChange={(event) => onChange({ site: event.currentTarget.value || undefined })}
      />
      <TextInput
        size="xs"
        label="Page"
        placeholder="/path"
        defaultValue={part.page ?? ''}
        onChange={(event) => onChange({ page: event.currentTarget.value || undefined })}
      />
    </>
  );
}
