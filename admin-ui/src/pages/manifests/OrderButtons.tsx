import { ActionIcon, Group } from '@mantine/core';
import { Icon } from '~/parts/Icon';

interface Props {
  /** Name of the moved item, such as "asset 2 of rule 1". */
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Buttons that change the order, so that no dragging is needed. */
export function OrderButtons({ name, first, last, onMove, onRemove }: Props) {
  const look = { variant: 'subtle', color: 'gray', size: 30 } as const;
  return (
    <Group gap={2} wrap="nowrap" className="order">
      <ActionIcon
        {...look}
        disabled={first}
        aria-label={`Move ${name} up`}
        onClick={() => onMove(-1)}
      >
        <Icon name="up" size={16} />
      </ActionIcon>
      <ActionIcon
        {...look}
        disabled={last}
        aria-label={`Move ${name} down`}
        onClick={() => onMove(1)}
      >
        <Icon name="down" size={16} />
      </ActionIcon>
      <ActionIcon {...look} aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="remove" size={16} />
      </ActionIcon>
    </Group>
  );
}
