import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';

/** The acts of the dialog around that run now. */
const RunningContext = createContext<Set<object> | null>(null);

/**
 * Keeps the dialog around open from `hold` to `release`; nothing outside of a dialog. An act holds in the press that starts
 * it: another press can come before the first one is drawn.
 */
export function useHold(): { hold: () => void; release: () => void } {
  const running = use(RunningContext);
  const [act] = useState(() => ({}));
  const release = (): void => {
    running?.delete(act);
  };
  useEffect(
    () => () => {
      running?.delete(act);
    },
    [running, act],
  );
  return { hold: () => running?.add(act), release };
}

/**
 * A dialog in which something is done. A press beside it does not close it, since what was typed would be lost. While an
 * act runs nothing closes it: a refusal, or a secret that is shown once, would reach nobody.
 */
export function Dialog({ onClose, ...modal }: ModalProps): ReactNode {
  const [running] = useState(() => new Set<object>());
  const leave = (): void => {
    if (running.size === 0) onClose();
  };
  return (
    <RunningContext value={running}>
      <Modal {...modal} onClose={leave} closeOnClickOutside={false} />
    </RunningContext>
  );
}
