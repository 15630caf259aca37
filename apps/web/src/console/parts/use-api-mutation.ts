import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { rememberSending, type SendOptions } from '../../api/sending.ts';
import { useHold } from './dialog.tsx';
import { showToast, type Tone } from './show-toast.ts';

type Words = string | readonly [message: string, tone: Tone];

/** Message after a change. */
type SuccessMessage<Input, Answer> = Words | ((answer: Answer, input: Input) => Words);

/** Returns a reference that is true while the component is mounted. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Whether the API refused a change of an outdated version. */
export const isOutdated = (fault: unknown): boolean => fault instanceof ApiProblem && fault.status === 412;

/**
 * Sends a change to the API, shows a message, and reloads the page's queries. Ignores a press while the
 * change runs. A repeated press after a missing answer takes effect once. A failure after the person has left
 * appears as a message in the corner. A change of an outdated version reloads the queries, so that the next
 * press applies to the current version.
 */
export function useApiMutation<Input = void, Answer = unknown>(
  request: (input: Input, sending: SendOptions) => Promise<Answer>,
  said?: SuccessMessage<Input, Answer>,
) {
  const cache = useQueryClient();
  const isHere = useIsHere();
  const isRunning = useRef(false);
  const [send] = useState(rememberSending);
  const mutation = useMutation({
    mutationFn: (input: Input) => send(input, request),
    onSuccess: (answer, input) => {
      const words = typeof said === 'function' ? said(answer, input) : said;
      if (typeof words === 'string') showToast(words);
      else if (words) showToast(...words);
      return cache.invalidateQueries();
    },
    onError: (fault) => {
      if (!isHere.current) showToast(fault.message, 'bad');
      if (isOutdated(fault)) void cache.invalidateQueries();
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const { hold, release } = useHold();
  useEffect(() => {
    // The result is rendered now.
    if (!isRunning.current && !mutation.isPending) release();
  });
  const { mutate: start } = mutation;
  const mutate: typeof start = (...input) => {
    // A second press can come before the next render.
    if (isRunning.current) return;
    isRunning.current = true;
    hold();
    start(...input);
  };
  return { ...mutation, mutate };
}
