import { useBlocker } from '@tanstack/react-router';
import { useIsDialogClosed, useShownOnce } from './dialog.tsx';
import { showToast } from './show-toast.ts';

/**
 * Keeps the person on the page while it creates or shows a secret that is shown once. Blocks links and the
 * browser's back button with a message; the browser asks before the tab closes. The surrounding dialog stays open on
 * Escape. Closing it by its button lifts the block.
 */
export function useLeaveGuard(
  isNeeded: boolean,
  reason = 'This is shown only once. Close it before you leave.',
): void {
  const isClosed = useIsDialogClosed();
  useShownOnce(isNeeded);
  useBlocker({
    disabled: !isNeeded,
    enableBeforeUnload: () => !isClosed(),
    shouldBlockFn: () => {
      if (isClosed()) return false;
      showToast(reason, 'mixed');
      return true;
    },
  });
}
