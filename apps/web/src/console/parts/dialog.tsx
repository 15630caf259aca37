import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useEscape } from './use-escape.ts';

/** State of a dialog. */
interface DialogState {
  /** The running acts. */
  running: Set<object>;
  /** Whether the person has closed it. The content remains until the dialog has faded. */
  isClosed: boolean;
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

/**
 * A dialog with a form or an act. A press outside does not close it, because typed values would be lost.
 * Nothing closes it while an act runs: nobody would see a refusal or a secret that is shown once.
 */
export function Dialog({ onClose, ...modal }: ModalProps): ReactNode {
  const [dialog] = useState<DialogState>(() => ({ running: new Set(), isClosed: false }));
  const { opened } = modal;
  useEffect(() => {
    dialog.isClosed = !opened;
  }, [dialog, opened]);
  const leave = (): void => {
    if (dialog.running.size > 0) return;
    dialog.isClosed = true;
    onClose();
  };
  useEscape(opened, leave);
  return (
    <DialogContext value={dialog}>
      <Modal {...modal} onClose={leave} closeOnClickOutside={false} closeOnEscape={false} />
    </DialogContext>
  );
}
