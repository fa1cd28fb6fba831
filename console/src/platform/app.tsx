import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Component, type ReactNode, StrictMode, useState } from 'react';
import { queryClient } from './client/queries.ts';
import type { Feature } from './feature.ts';
import { DialogHost } from './feedback/dialog-host.tsx';
import { ErrorScreen, InsecureScreen } from './feedback/error-screen.tsx';
import { createConsoleRouter } from './router/create-router.tsx';
import { storageKeys } from './storage.ts';
import { pageNonce } from './theme/nonce.ts';
import { cssVariables, theme, toastsClass } from './theme/theme.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: storageKeys.appearance });

export function App({ features }: { features: readonly Feature[] }) {
  return (
    <StrictMode>
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          getStyleNonce={pageNonce}
        >
          <LastResort>{globalThis.crypto?.subtle ? <Console features={features} /> : <InsecureScreen />}</LastResort>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>
  );
}

function Console({ features }: { features: readonly Feature[] }) {
  const [router] = useState(() => createConsoleRouter(features));
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <DialogHost />
      <Notifications
        position="bottom-right"
        limit={4}
        zIndex={400}
        classNames={{ root: toastsClass }}
        containerWidth={360}
      />
    </QueryClientProvider>
  );
}

/** Catches errors that no route's error screen caught. React supports error boundaries only as classes. */
class LastResort extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorScreen error={this.state.error} />;
  }
}
