import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { showToast } from './show-toast.ts';
import { useEscape } from './use-escape.ts';

/** Asks the person a question, and calls `leave` if the dialog may close. */
type Question = (leave: () => void) => void;

/** State of a dialog. */
interface DialogState {
  /** The running acts. */
  running: Set<object>;
  /** Whether the person has closed it. The content remains until the dialog has faded. */
  isClosed: boolean;
  /** The question before it closes; null without unsaved input. */
  question: Question | null;
  /** Contents that are shown once. */
  shownOnce: Set<object>;
}

const DialogContext = createContext<DialogState | null>(null);

/**
 * Keeps the surrounding dialog open from `hold` to `release`; no effect outside a dialog. An act must call
 * `hold` within the press that starts it: a second press can come before the next render.
 */
export function useHold(): { hold: () => void; release: () => void } {
  const dialog = use(DialogContext);
  const [act] = useState(() => ({}));
  const release = (): void => {
    dialog?.running.delete(act);
  };
  useEffect(
    () => () => {
      dialog?.running.delete(act);
    },
    [dialog, act],
  );
  return { hold: () => dialog?.running.add(act), release };
}

/**
 * Returns a function that tells whether the person has closed the surrounding dialog; always false outside a
 * dialog.
 */
export function useIsDialogClosed(): () => boolean {
  const dialog = use(DialogContext);
  return () => dialog?.isClosed ?? false;
}

/** Asks a question before the surrounding dialog closes; null closes it without one. */
export function useQuestionBeforeClose(question: Question | null): void {
  const dialog = use(DialogContext);
  useEffect(() => {
    if (!dialog) return undefined;
    dialog.question = question;
    return () => {
      dialog.question = null;
    };
  });
}

/** Keeps the surrounding dialog open on Escape while it shows something once, such as a secret. */
export function useShownOnce(isShown: boolean): void {
  const dialog = use(DialogContext);
  const [content] = useState(() => ({}));
  useEffect(() => {
    if (!isShown || !dialog) return undefined;
    dialog.shownOnce.add(content);
    return () => void dialog.shownOnce.delete(content);
  }, [dialog, content, isShown]);
}

const newState = (): DialogState => ({
  running: new Set(),
  isClosed: false,
  question: null,
  shownOnce: new Set(),
});

/**
 * A dialog with a form or an act. A press outside does not close it, because typed values would be lost.
 * Nothing closes it while an act runs: nobody would see a refusal or a secret that is shown once. Closing asks first
 * about unsaved input. Escape alone does not close content that is shown once: only the button does.
 */
export function Dialog({ onClose, ...modal }: ModalProps): ReactNode {
  const [dialog] = useState(newState);
  const { opened } = modal;
  useEffect(() => {
    dialog.isClosed = !opened;
  }, [dialog, opened]);
  const close = (): void => {
    dialog.isClosed = true;
    onClose();
  };
  const leave = (): void => {
    if (dialog.running.size > 0) return;
    if (dialog.question) dialog.question(close);
    else close();
  };
  const escape = (): void => {
    if (dialog.shownOnce.size > 0) showToast('This is shown only once. Close it with its button.', 'mixed');
    else leave();
  };
  useEscape(opened, escape);
  return (
    <DialogContext value={dialog}>
      <Modal {...modal} onClose={leave} closeOnClickOutside={false} closeOnEscape={false} />
    </DialogContext>
  );
}
