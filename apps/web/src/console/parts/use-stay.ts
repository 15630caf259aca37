import { useBlocker } from '@tanstack/react-router';
import { useIsDialogClosed } from './dialog.tsx';
import { tell } from './tell.ts';

/**
 * Keeps the person on the page while it makes or shows something that cannot be shown again, such as the secret of a key.
 * A way to another page, the browser's way back too, says why it leads nowhere; the browser asks before the tab closes.
 * Whoever closes the dialog around is free to go.
 */
export function useStay(isNeeded: boolean): void {
  const isClosed = useIsDialogClosed();
  useBlocker({
    disabled: !isNeeded,
    enableBeforeUnload: () => !isClosed(),
    shouldBlockFn: () => {
      if (isClosed()) return false;
      tell('What is made here is shown this once. Close it before you go on.', 'mixed');
      return true;
    },
  });
}
