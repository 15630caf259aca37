/** Parts in which work goes on at their first field or button. */
const smallParts = 'form, li, fieldset, [role=group], [role=tabpanel]';

/** Parts that have a heading. */
const largeParts = 'section, [role=dialog], main';

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

const isDisabled = (element: Element): boolean => element.matches(':disabled');

/** Whether an element is in the page and has a place on it. */
export const isShown = (element: Element): boolean =>
  element.isConnected && element.getClientRects().length > 0;

/** Whether an element can have the focus now. */
export const canFocus = (element: Element): boolean => isShown(element) && !isDisabled(element);

/** The parts of the page around an element, the nearest first. */
export function partsAround(element: Element): Element[] {
  const part = element.parentElement?.closest(`${smallParts}, ${largeParts}`);
  return part ? [part, ...partsAround(part)] : [];
}

const findIn = (part: ParentNode, selector: string): HTMLElement | null =>
  [...part.querySelectorAll<HTMLElement>(selector)].find(canFocus) ?? null;

/** Finds the heading of a part, and lets it have the focus. */
function findHeading(part: ParentNode): HTMLElement | null {
  const heading = findIn(part, 'h1, h2, h3');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/**
 * Finds where work goes on after the element with the focus has left the page: in the nearest of the parts that were around
 * it, which are given the nearest first. Nothing behind an open dialog is found.
 */
export function findPlace(parts: readonly Element[]): HTMLElement | null {
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].findLast(isShown) ?? null;
  const part = parts.find((each) => isShown(each) && (dialog === null || dialog.contains(each)));
  if (part?.matches(smallParts)) return findIn(part, controls) ?? findPlace(partsAround(part));
  return findHeading(part ?? dialog ?? document);
}
