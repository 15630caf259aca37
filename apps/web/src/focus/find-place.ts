/** Parts whose first field or button takes the focus. */
const smallParts = 'form, li, fieldset, [role=group], [role=tabpanel]';

/** Parts that have a heading. */
const largeParts = 'section, [role=dialog], main';

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

const isDisabled = (element: Element): boolean => element.matches(':disabled');

/** Whether an element is in the page and visible. */
export const isShown = (element: Element): boolean =>
  element.isConnected && element.getClientRects().length > 0;

/** Whether an element can have the focus now. */
export const canFocus = (element: Element): boolean => isShown(element) && !isDisabled(element);

/** Returns the parts of the page around an element, the nearest first. */
export function partsAround(element: Element): Element[] {
  const part = element.parentElement?.closest(`${smallParts}, ${largeParts}`);
  return part ? [part, ...partsAround(part)] : [];
}

const findIn = (part: ParentNode, selector: string): HTMLElement | null =>
  [...part.querySelectorAll<HTMLElement>(selector)].find(canFocus) ?? null;

/** Finds the heading of a part, and makes it focusable. */
function findHeading(part: ParentNode): HTMLElement | null {
  const heading = findIn(part, 'h1, h2, h3');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/**
 * Finds the element that takes the focus after the focused element has left the page. Searches the parts that
 * surrounded it, which are given nearest first. Ignores everything behind an open dialog.
 */
export function findPlace(parts: readonly Element[]): HTMLElement | null {
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].findLast(isShown) ?? null;
  const part = parts.find((each) => isShown(each) && (dialog === null || dialog.contains(each)));
  if (part?.matches(smallParts)) return findIn(part, controls) ?? findPlace(partsAround(part));
  return findHeading(part ?? dialog ?? document);
}
