import { AppShell, Burger, Button, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { CatchBoundary, Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useLive, useLiveStream } from '~/api/live';
import { sessionQuery, useSession } from '~/api/session';
import { statusQuery, useStatus } from '~/api/status';
import { Brand } from '~/parts/Brand';
import { ErrorPanel } from '~/parts/ErrorPanel';
import { Icon } from '~/parts/Icon';
import { Notice } from '~/parts/Notice';
import { SideBar } from './SideBar';

const palette = () => import('./CommandPalette');
const CommandPalette = lazy(palette);
// The library of menus is a tenth of all that the frame needs, and no page waits for a menu.
const SchemeMenu = lazy(() =>
  import('./SchemeMenu').then((loaded) => ({ default: loaded.SchemeMenu })),
);
const UserMenu = lazy(() => import('./UserMenu').then((loaded) => ({ default: loaded.UserMenu })));

/** Frame around every page: navigation, palette, menus, and the live stream. */
export function Frame() {
  const [menuOpen, menu] = useDisclosure(false);
  const session = useSession();
  const mayWalk = session !== null && !session.mustChangePassword && !session.mustSetUpSecondFactor;
  useLeaveWhenSignedOut();
  const main = useFocusOnNavigation();

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !menuOpen, desktop: !mayWalk } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <AppShell.Header bg="var(--panel)">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            {mayWalk && (
              <Burger
                opened={menuOpen}
                onClick={menu.toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={menuOpen ? 'Close the navigation' : 'Open the navigation'}
              />
            )}
            <UnstyledButton component={Link} to="/" aria-label="Lychgate, overview">
              <Group gap={8} wrap="nowrap">
                <Brand />
                <Text fw={650} visibleFrom="xs">
                  Lychgate
                </Text>
              </Group>
            </UnstyledButton>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {mayWalk && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="search" size={15} />}
                rightSection={
                  <Kbd size="xs" visibleFrom="sm">
                    {isApple() ? '⌘ K' : 'Ctrl K'}
                  </Kbd>
                }
                onClick={() => void palette().then((loaded) => loaded.openPalette())}
                aria-keyshortcuts="Control+K Meta+K"
              >
                Go to …
              </Button>
            )}
            <Suspense>
              <SchemeMenu />
              <UserMenu />
            </Suspense>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--panel)" p="sm" aria-label="Pages" style={{ overflowY: 'auto' }}>
        {mayWalk && <SideBar onGo={menu.close} />}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} ref={main} style={{ outline: 'none' }}>
        {mayWalk && <LiveStream />}
        {mayWalk && <StoreBanner />}
        <Page />
      </AppShell.Main>
      {mayWalk && (
        <Suspense>
          <CommandPalette />
        </Suspense>
      )}
    </AppShell>
  );
}

/** Banner on every page while the store is unavailable, as an edit would be lost. */
function StoreBanner() {
  const store = useStatus().data?.store;
  if (store === undefined || store.state === 'up') return null;
  return (
    <div style={{ marginBottom: 'var(--mantine-spacing-md)' }}>
      <Notice tone="bad" title="Nothing can be saved or published now">
        {store.detail}
      </Notice>
    </div>
  );
}

/** Page with an error boundary: a page that fails does not affect the frame. */
function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <CatchBoundary getResetKey={() => path} errorComponent={ErrorPanel}>
      <Outlet />
    </CatchBoundary>
  );
}

const isApple = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);

function useLeaveWhenSignedOut() {
  const session = useSession();
  const router = useRouter();
  useEffect(() => {
    if (session === null) void router.invalidate();
  }, [session, router]);
}

/** The live stream, for sessions that may read it: the audit trail has each refused request. */
function LiveStream() {
  const queries = useQueryClient();
  useLiveStream(
    useCallback(
      () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      [queries],
    ),
  );
  useNoticePublications();
  return null;
}

/** Refreshes data when another user publishes while this tab is open. */
function useNoticePublications() {
  const snapshot = useLive().snapshot;
  const revision = snapshot?.revision;
  const effective = snapshot?.nodes.effective;
  const total = snapshot?.nodes.total;
  const queries = useQueryClient();
  useEffect(() => {
    // Other nodes follow a publication with a delay, and may start or stop.
    if (effective === undefined || total === undefined) return;
    void queries.invalidateQueries({ queryKey: statusQuery.queryKey });
  }, [effective, total, queries]);
  useEffect(() => {
    if (revision === undefined) return;
    void queries.invalidateQueries({ queryKey: statusQuery.queryKey });
    void queries.invalidateQueries({ queryKey: ['manifests', 'list'] });
  }, [revision, queries]);
}

/** Moves the focus on navigation, so that a screen reader announces the new page. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) {
      main.current?.focus({ preventScroll: true });
    }
    before.current = path;
  }, [path]);
  return main;
}
