import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../api/problem.ts';
import '../design/tokens.css';
import { Portal } from './portal.tsx';
import './portal.css';
import { WordsProvider } from './words/use-words.tsx';

/** Where no answer comes, the next one may; a refusal stays one. */
const isWorthAgain = (tries: number, fault: Error): boolean =>
  fault instanceof ApiProblem && (fault.status === 0 || fault.status >= 502) && tries < 60;

const client = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthAgain, retryDelay: 2000, networkMode: 'always', staleTime: 15_000 },
    mutations: { networkMode: 'always' },
  },
});

createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <WordsProvider>
        <Portal />
      </WordsProvider>
    </QueryClientProvider>
  </StrictMode>,
);
