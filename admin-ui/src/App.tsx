import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cspNonce } from './nonce';
import type { AppRouter } from './routes';
import { cssVariables, theme } from './theme';

export function App({ queries, router }: { queries: QueryClient; router: AppRouter }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={cspNonce}
      // In tests the page has no layout, so nothing may wait for a transition or a position.
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" autoClose={8000} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
