import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { manifestsQuery } from '~/api/manifests';
import { DESTINATIONS } from '~/navigation';
import { Icon, type IconName } from '~/parts/Icon';
import { SCHEMES } from './SchemeMenu';
import { useLeave } from './UserMenu';

function action(
  id: string,
  label: string,
  description: string,
  icon: IconName,
  onClick: () => void,
): SpotlightActionData {
  return { id, label, description, leftSection: <Icon name={icon} />, onClick };
}

export const openPalette = (): void => spotlight.open();

/** Palette for Ctrl/⌘ K: all pages, all manifests, and actions that are possible on every page. */
export default function CommandPalette() {
  const navigate = useNavigate();
  const leave = useLeave();
  const { setColorScheme } = useMantineColorScheme();
  const manifests = useQuery(manifestsQuery()).data?.items ?? [];
  const groups = [
    {
      group: 'Pages',
      actions: DESTINATIONS.map(({ to, label, about, icon }) =>
        action(to, label, about, icon, () => void navigate({ to })),
      ),
    },
    {
      group: 'Manifests',
      actions: manifests.map(({ name, state }) =>
        action(
          `manifest ${name}`,
          name,
          state,
          'manifest',
          () => void navigate({ to: '/manifests/$name/edit', params: { name } }),
        ),
      ),
    },
    {
      group: 'Actions',
      actions: [
        ...SCHEMES.map(({ value, label, icon }) =>
          action(`scheme ${value}`, `Colours: ${label}`, 'Colour scheme', icon, () =>
            setColorScheme(value),
          ),
        ),
        action('sign out', 'Sign out', 'End this session', 'signOut', leave),
      ],
    },
  ];
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      limit={12}
      highlightQuery
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      nothingFound="Nothing with this name"
      searchProps={{
        placeholder: 'Pages, manifests, actions',
        'aria-label': 'Search pages, manifests and actions',
        leftSection: <Icon name="search" />,
      }}
    />
  );
}
