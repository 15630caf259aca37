import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';

/** How many acts of the dialog around run now. */
const RunningContext = createContext<RefObject<number> | null>(null);

/** Keeps the dialog around open as long as an act runs; nothing outside of a dialog. */
export function useHold(isRunning: boolean): void {
  const running = use(RunningContext);
  useEffect(() => {
    if (running === null || !isRunning) return undefined;
    running.current += 1;
    return () => {
      running.current -= 1;
    };
  }, [running, isRunning]);
}

/**
 * A dialog in which something is done. A press beside it does not close it, since what was typed would be lost. While an
 * act runs nothing closes it: a refusal, or a secret that is shown once, would reach nobody.
 */
export function Dialog({ onClose, ...modal }: ModalProps): ReactNode {
  const running = useRef(0);
  const leave = (): void => {
    if (running.current === 0) onClose();
  };
  return (
    <RunningContext value={running}>
      <Modal {...modal} onClose={leave} closeOnClickOutside={false} />
    </RunningContext>
  );
}
