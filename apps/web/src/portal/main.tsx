import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../api/problem.ts';
import { followScheme } from '../design/scheme.ts';
import '../design/tokens.css';
import '../design/font.css';
import { keepFocus } from '../focus/keep-focus.ts';
import { Boundary } from './boundary.tsx';
import { takeAnswer } from './identity/journey.ts';
import { Portal } from './portal.tsx';
import './portal.css';
import { I18nProvider } from './messages/use-i18n.tsx';

/** Runs first: removes a code of the identity provider from the address before anything else reads it. */
const identityAnswer = takeAnswer({ location, history, store: sessionStorage });

/** Whether to retry: after a missing answer, never after a refusal. */
const isWorthAgain = (tries: number, fault: Error): boolean =>
  fault instanceof ApiProblem && (fault.status === 0 || fault.status >= 502) && tries < 60;

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthAgain, retryDelay: 2000, networkMode: 'always', staleTime: 15_000 },
    mutations: { networkMode: 'always' },
  },
});

keepFocus();
followScheme(() => undefined);
createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <I18nProvider>
        <Boundary>
          <Portal identityAnswer={identityAnswer} />
        </Boundary>
      </I18nProvider>
    </QueryClientProvider>
  </StrictMode>,
);
