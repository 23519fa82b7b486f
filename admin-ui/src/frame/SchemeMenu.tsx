import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '~/parts/Icon';

export const SCHEMES: readonly { value: MantineColorScheme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'As the system', icon: 'screen' },
];

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = SCHEMES.find((each) => each.value === colorScheme) ?? SCHEMES[2];
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 80 }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Colour scheme: ${current?.label}`}
        >
          <Icon name={current?.icon ?? 'screen'} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={value === colorScheme ? <Icon name="check" size={16} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
