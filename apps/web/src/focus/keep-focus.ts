import { canFocus, findPlace, isShown, partsAround } from './find-place.ts';

/** Time for a dialog to return the focus by itself, in milliseconds. */
const graceMs = 60;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The last focused element and the parts around it. */
interface Keeper {
  last: HTMLElement | null;
  parts: readonly Element[];
  /** The focused element of a page that has been hidden since, such as by the end of a session. */
  hiddenLast: HTMLElement | null;
}

function recordFocus(keeper: Keeper, target: HTMLElement): void {
  const { last } = keeper;
  if (last?.isConnected && !isShown(last)) keeper.hiddenLast = last;
  keeper.last = target;
  keeper.parts = partsAround(target);
}

/** Sets the focus again if it is lost. */
function restore({ last, parts, hiddenLast }: Keeper): void {
  if (!isLost() || last === null) return;
  if (canFocus(last)) return last.focus();
  // A button that waits for an answer gets the focus again afterwards.
  if (isShown(last)) return;
  const place = hiddenLast !== null && canFocus(hiddenLast) ? hiddenLast : findPlace(parts);
  place?.focus();
}

/**
 * Keeps the focus in the page. A browser drops the focus when its element is removed or disabled, which sends
 * keyboard users to the top. A press of the pointer outside all controls clears the focus on purpose.
 */
export function keepFocus(): void {
  const keeper: Keeper = { last: null, parts: [], hiddenLast: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    if (!isLost() || keeper.last === null) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      restore(keeper);
    }, graceMs);
  };
  document.addEventListener('focusin', ({ target }) => {
    // A dialog that closes right after this has the full grace time to return the focus.
    clearTimeout(timer);
    timer = undefined;
    if (target instanceof HTMLElement) recordFocus(keeper, target);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !keeper.last?.contains(target)) keeper.last = null;
  });
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  });
}
