import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../api/problem.ts';
import '../design/tokens.css';
import { keepFocus } from '../focus/keep-focus.ts';
import { Boundary } from './boundary.tsx';
import { takeAnswer } from './identity/journey.ts';
import { Portal } from './portal.tsx';
import './portal.css';
import { WordsProvider } from './words/use-words.tsx';

/** First of all: a code of the identity provider leaves the address before anything else reads it. */
const identityAnswer = takeAnswer({ location, history, store: sessionStorage });

/** Where no answer comes, the next one may; a refusal stays one. */
const isWorthAgain = (tries: number, fault: Error): boolean =>
  fault instanceof ApiProblem && (fault.status === 0 || fault.status >= 502) && tries < 60;

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthAgain, retryDelay: 2000, networkMode: 'always', staleTime: 15_000 },
    mutations: { networkMode: 'always' },
  },
});

keepFocus();
createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <WordsProvider>
        <Boundary>
          <Portal identityAnswer={identityAnswer} />
        </Boundary>
      </WordsProvider>
    </QueryClientProvider>
  </StrictMode>,
);
