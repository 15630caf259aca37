import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** What is open now, the topmost last. */
const layers: object[] = [];

/** The presses that have closed something: what lies below then has had its turn later. */
const used = new WeakSet<KeyboardEvent>();

/** Whether a list inside has its own use for the key, such as to close. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/**
 * Closes the topmost of the drawers and dialogs that are open when Escape is pressed, and no other. Each of them would close
 * by itself: a dialog with the drawer below it, and all that is typed there.
 */
export function useEscape(isOpen: boolean, close: () => void): void {
  const [layer] = useState(() => ({}));
  useEffect(() => {
    if (!isOpen) return undefined;
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen, layer]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || isTaken(event)) return;
    if (used.has(event) || layers.at(-1) !== layer) return;
    used.add(event);
    close();
  };
  useWindowEvent('keydown', onKeyDown, { capture: true });
}
