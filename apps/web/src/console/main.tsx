import { MantineProvider } from '@mantine/core';
import './component-styles.ts';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/tokens.css';
import '../design/font.css';
import { keepFocus } from '../focus/keep-focus.ts';
import './console.css';
import './print.css';
import { isWorthAgain } from './is-worth-again.ts';
import { nonce } from './nonce.ts';
import { router } from './router.tsx';
import { schemeManager } from './scheme-manager.ts';
import { SessionGate } from './session.tsx';
import { theme } from './theme.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthAgain, retryDelay: 2000, networkMode: 'always', staleTime: 10_000 },
    mutations: { networkMode: 'always' },
  },
});

keepFocus();
createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={client}>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
