import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useEscape } from './use-escape.ts';

/** What a dialog knows of what goes on in it. */
interface DialogState {
  /** The acts that run now. */
  running: Set<object>;
  /** Whether the person has closed it; its content stays until it has faded. */
  isClosed: boolean;
}

const DialogContext = createContext<DialogState | null>(null);

/**
 * Keeps the dialog around open from `hold` to `release`; nothing outside of a dialog. An act holds in the press that starts
 * it: another press can come before the first one is drawn.
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

/** Tells whether the person has closed the dialog around; never outside of a dialog. */
export function useIsDialogClosed(): () => boolean {
  const dialog = use(DialogContext);
  return () => dialog?.isClosed ?? false;
}

/**
 * A dialog in which something is done. A press beside it does not close it, since what was typed would be lost. While an
 * act runs nothing closes it: a refusal, or a secret that is shown once, would reach nobody.
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
