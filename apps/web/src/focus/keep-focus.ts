import { canFocus, findPlace, isShown, partsAround } from './find-place.ts';

/** How long a dialog may take to give the focus back by itself, in milliseconds. */
const graceMs = 60;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** What the focus was on, and what was around it. */
interface Keeper {
  last: HTMLElement | null;
  parts: readonly Element[];
  /** What it was on when the page behind was hidden, such as by the end of a session. */
  behind: HTMLElement | null;
}

function note(keeper: Keeper, target: HTMLElement): void {
  const { last } = keeper;
  if (last?.isConnected && !isShown(last)) keeper.behind = last;
  keeper.last = target;
  keeper.parts = partsAround(target);
}

/** Gives the focus a place again, unless it has one. */
function restore({ last, parts, behind }: Keeper): void {
  if (!isLost() || last === null) return;
  if (canFocus(last)) return last.focus();
  // A button that waits for an answer gets the focus again afterwards.
  if (isShown(last)) return;
  const place = behind !== null && canFocus(behind) ? behind : findPlace(parts);
  place?.focus();
}

/**
 * Keeps the focus in the page. A browser forgets it when the element is removed or disabled; then who works by the keyboard
 * starts again at the top. Who presses the pointer beside all controls takes the focus away on purpose.
 */
export function keepFocus(): void {
  const keeper: Keeper = { last: null, parts: [], behind: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    if (!isLost() || keeper.last === null) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      restore(keeper);
    }, graceMs);
  };
  document.addEventListener('focusin', ({ target }) => {
    // A dialog that closes right after this has its whole time to give the focus back.
    clearTimeout(timer);
    timer = undefined;
    if (target instanceof HTMLElement) note(keeper, target);
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
