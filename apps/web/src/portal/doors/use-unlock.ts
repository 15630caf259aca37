import { useEffect, useRef, useState } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { awaitAttempt } from '../../doors/await-attempt.ts';
import { mobileApi } from '../api.ts';

/** State of a door's button. It is never cached: each press sends a new command. */
export type DoorState =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'opened' }
  | { kind: 'no-answer' }
  | { kind: 'failed' }
  | { kind: 'refused'; problem: ApiProblem };

const failureSeconds = 12;

/** Sends the command and waits for the door's own answer. */
async function ask(id: string, signal: AbortSignal): Promise<DoorState> {
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  const sent = mobileApi.POST('/access/points/{id}/unlock', { params: { path: { id }, header }, signal });
  const { attempt: first } = await read(sent);
  const params = { path: { id: first.id }, query: { wait: 10 } };
  const attempt = await awaitAttempt(
    first,
    async () => (await read(mobileApi.GET('/access/attempts/{id}', { params, signal }))).attempt,
  );
  if (attempt.status === 'SUCCEEDED') return { kind: 'opened' };
  const hasAnswered = attempt.status === 'FAILED' && attempt.error !== 'timeout';
  return { kind: hasAnswered ? 'failed' : 'no-answer' };
}

/** Opens one door. Returns its state and the handler of its button. */
export function useUnlock({ id, openSeconds }: { id: string; openSeconds: number }) {
  const [state, setState] = useState<DoorState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );
  useEffect(() => {
    if (state.kind === 'idle' || state.kind === 'asking') return undefined;
    const seconds = state.kind === 'opened' ? openSeconds : failureSeconds;
    const timer = setTimeout(() => setState({ kind: 'idle' }), seconds * 1000);
    return () => clearTimeout(timer);
  }, [state, openSeconds]);
  const press = (): void => {
    // A second press can come before the next render.
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'asking' });
    const show = (next: DoorState): void => {
      if (controller.signal.aborted) return;
      running.current = null;
      setState(next);
    };
    const refuse = (fault: unknown): void => {
      const isRefusal = fault instanceof ApiProblem && fault.status > 0;
      show(isRefusal ? { kind: 'refused', problem: fault } : { kind: 'no-answer' });
    };
    ask(id, controller.signal).then(show, refuse);
  };
  return { state, press };
}
