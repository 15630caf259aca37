import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { rememberSending, type Sending } from '../../api/sending.ts';
import { useHold } from './dialog.tsx';
import { tell, type Tone } from './tell.ts';

type Words = string | readonly [message: string, tone: Tone];

/** What is said once a change is made. */
type Said<Input, Answer> = Words | ((answer: Answer, input: Input) => Words);

/** Whether the page still has what uses this. */
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

/** Whether a change was refused because it was made for an older version. */
export const isOutdated = (fault: unknown): boolean => fault instanceof ApiProblem && fault.status === 412;

/**
 * Asks the API for a change, says that it is made, and reads again what the page shows. A press while it runs asks for
 * nothing. Where no answer came, the same press again has its effect once. A change that fails after the person has left
 * is said in the corner. One that was made for an older version reads the page again, so that the next press is for the
 * present one.
 */
export function useAct<Input = void, Answer = unknown>(
  request: (input: Input, sending: Sending) => Promise<Answer>,
  said?: Said<Input, Answer>,
) {
  const cache = useQueryClient();
  const isHere = useIsHere();
  const isRunning = useRef(false);
  const [send] = useState(rememberSending);
  const mutation = useMutation({
    mutationFn: (input: Input) => send(input, request),
    onSuccess: (answer, input) => {
      const words = typeof said === 'function' ? said(answer, input) : said;
      if (typeof words === 'string') tell(words);
      else if (words) tell(...words);
      return cache.invalidateQueries();
    },
    onError: (fault) => {
      if (!isHere.current) tell(fault.message, 'bad');
      if (isOutdated(fault)) void cache.invalidateQueries();
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const { hold, release } = useHold();
  useEffect(() => {
    // What came of it is drawn now.
    if (!isRunning.current && !mutation.isPending) release();
  });
  const { mutate: start } = mutation;
  const mutate: typeof start = (...input) => {
    // A second press can come before the first one is drawn.
    if (isRunning.current) return;
    isRunning.current = true;
    hold();
    start(...input);
  };
  return { ...mutation, mutate };
}
