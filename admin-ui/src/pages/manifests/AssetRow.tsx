import {
  ActionIcon,
  Collapse,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { Icon } from '~/parts/Icon';
import type { AssetKey, AssetView } from './document';
import { moveAsset, removeAsset, setAsset } from './edits';
import { Kept } from './Kept';
import { NotShown } from './NotShown';
import { OrderButtons } from './OrderButtons';

interface Props {
  asset: AssetView | null;
  rule: number;
  index: number;
  last: number;
  text: string;
  errors: ReadonlyMap<string, string>;
  onChange: (text: string) => void;
  onShowText: () => void;
}

const AS = ['style', 'script', 'font', 'image', 'fetch', 'document', 'module', 'connect'];
const DETAILS: AssetKey[] = ['tier', 'urgency', 'incremental', 'crossorigin', 'type', 'version'];

/** Returns the options of a list. An unknown value is added, so that it stays visible. */
function options(known: string[], value: string | undefined, none?: string) {
  const list =
    value !== undefined && !known.includes(value) && value !== '' ? [...known, value] : known;
  const items = list.map((each) => ({ value: each, label: each }));
  return none === undefined ? items : [{ value: '', label: none }, ...items];
}

export function AssetRow({ asset, rule, index, last, text, errors, onChange, onShowText }: Props) {
  const name = `asset ${index + 1} of rule ${rule + 1}`;
  const at = `rules.${rule}.assets.${index}`;
  const hasDetails = asset !== null && DETAILS.some((key) => asset.fields[key] !== undefined);
  const hasHiddenError = DETAILS.some((key) => errors.has(`${at}.${key}`));
  const [open, details] = useDisclosure(hasDetails);
  const detailsId = useId();
  const order = (
    <OrderButtons
      name={name}
      first={index === 0}
      last={index === last}
      onMove={(by) => onChange(moveAsset(text, rule, index, by))}
      onRemove={() => onChange(removeAsset(text, rule, index))}
    />
  );
  if (asset === null) {
    return (
      <Group className="asset" wrap="nowrap" justify="space-between">
        <NotShown what={name} onShowText={onShowText} />
        {order}
      </Group>
    );
  }
  const field = (key: AssetKey) => ({
    value: asset.fields[key] ?? '',
    error: errors.get(`${at}.${key}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(setAsset(text, rule, index, key, event.currentTarget.value)),
  });
  const isOpen = open || hasHiddenError;
  const { error: urlError, ...url } = field('url');
  return (
    <Stack
      className="asset"
      gap="xs"
      role="group"
      aria-label={`Asset ${index + 1} of rule ${rule + 1}`}
    >
      <div className="asset-line">
        <TextInput label="URL" spellCheck={false} {...url} error={urlError ?? errors.get(at)} />
        <NativeSelect label="As" data={options(AS, asset.fields.as)} {...field('as')} />
        <NativeSelect
          label="Mode"
          data={options(['auto', 'push', 'hint'], asset.fields.mode, 'default (auto)')}
          {...field('mode')}
        />
        <Group gap={2} wrap="nowrap" pt={26}>
          <ActionIcon
            variant={isOpen ? 'light' : 'subtle'}
            color="gray"
            size={30}
            aria-label={`Details of ${name}`}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={details.toggle}
          >
            <Icon name="more" size={16} />
          </ActionIcon>
          {order}
        </Group>
      </div>
      <Collapse id={detailsId} expanded={isOpen}>
        <SimpleGrid cols={{ base: 2, md: 6 }} spacing="sm">
          <NativeSelect
            label="Tier"
            data={options(
              ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
              asset.fields.tier,
              'default (1)',
            )}
            {...field('tier')}
          />
          <NativeSelect
            label="Urgency"
            data={options(
              ['0', '1', '2', '3', '4', '5', '6', '7'],
              asset.fields.urgency,
              'by its kind',
            )}
            {...field('urgency')}
          />
          <NativeSelect
            label="Incremental"
            data={options(['true', 'false'], asset.fields.incremental, 'as the client')}
            {...field('incremental')}
          />
          <NativeSelect
            label="Cross-origin"
            data={options(['anonymous', 'use-credentials'], asset.fields.crossorigin, 'none')}
            {...field('crossorigin')}
          />
          <TextInput label="Media type" placeholder="font/woff2" {...field('type')} />
          <TextInput label="Version" placeholder="by its ETag" {...field('version')} />
        </SimpleGrid>
      </Collapse>
      <Kept keys={asset.kept} />
    </Stack>
  );
}
