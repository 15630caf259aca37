import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { rememberSending, type SendOptions } from '../api/sending.ts';

interface SaveOptions<Answer> {
  save: (form: FormData, sending: SendOptions) => Promise<Answer>;
  onSuccess?: (answer: Answer, form: FormData) => unknown;
  /** Called after `onSuccess`, unless the person has left the form meanwhile. */
  onDone?: (answer: Answer) => unknown;
  onError?: (fault: Error) => unknown;
  /** Whether the form may be sent. */
  mayBeSent?: (form: FormData) => boolean;
}

/**
 * Sends a form, one request at a time: a second press can come before the next render. A repeated form after
 * a missing answer takes effect once. Text typed meanwhile remains, and the form does not report it as saved.
 * The form calls `touch` for each change.
 */
export function useSave<Answer>({ save, mayBeSent, onDone, ...options }: SaveOptions<Answer>) {
  const [send] = useState(rememberSending);
  const isRunning = useRef(false);
  const isTouched = useRef(false);
  const { mutate, reset, ...saving } = useMutation({
    ...options,
    mutationFn: (form: FormData) => send(form, save),
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (isRunning.current || mayBeSent?.(form) === false) return;
    isRunning.current = true;
    isTouched.current = false;
    mutate(form, {
      onSuccess: (answer) => {
        if (isTouched.current) reset();
        onDone?.(answer);
      },
    });
  };
  const touch = (): void => {
    isTouched.current = true;
    if (!isRunning.current) reset();
  };
  return { ...saving, submit, touch };
}
