import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { rememberSending, type Sending } from '../api/sending.ts';

interface SaveOptions<Answer> {
  save: (form: FormData, sending: Sending) => Promise<Answer>;
  onSuccess: (answer: Answer, form: FormData) => unknown;
  onError?: () => unknown;
  /** Whether the form may be sent as it is. */
  mayBeSent?: (form: FormData) => boolean;
}

/**
 * Sends a form, once at a time: a second press can come before the first one is drawn. Where no answer came, the same form
 * sent again has its effect once. What is typed while it runs stays, and is not said to be saved; the form calls `touch` for
 * each change.
 */
export function useSave<Answer>({ save, mayBeSent, ...options }: SaveOptions<Answer>) {
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
    mutate(form, { onSuccess: () => isTouched.current && reset() });
  };
  const touch = (): void => {
    isTouched.current = true;
    if (!isRunning.current) reset();
  };
  return { ...saving, submit, touch };
}
