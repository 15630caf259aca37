import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** The open layers, the topmost last. */
const layers: object[] = [];

/** Events that have already closed a layer; the layers below ignore them. */
const used = new WeakSet<KeyboardEvent>();

/** Whether an inner component handles the key itself, such as an open list. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/**
 * Closes only the topmost open drawer or dialog when Escape is pressed. Without this, a dialog would
 * also close the drawer below it, and typed values would be lost.
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
