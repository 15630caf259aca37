import { MantineProvider } from '@mantine/core';
import './component-styles.ts';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../api/problem.ts';
import '../design/tokens.css';
import '../design/font.css';
import { keepFocus } from '../focus/keep-focus.ts';
import './console.css';
import './print.css';
import { nonce } from './nonce.ts';
import { router } from './router.tsx';
import { schemeManager } from './scheme-manager.ts';
import { SessionGate } from './session.tsx';
import { theme } from './theme.ts';

/** Whether to retry: after a missing answer, never after a refusal. */
const isWorthAgain = (tries: number, fault: Error): boolean =>
  fault instanceof ApiProblem && (fault.status === 0 || fault.status >= 502) && tries < 120;

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
