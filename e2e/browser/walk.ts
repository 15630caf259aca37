import type { Locator, Page } from 'playwright-core';

/** Runs in the page: returns the fault of the current focus, or an empty text. */
const readFocus = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'nothing has the focus';
  const name = [
    element.tagName.toLowerCase(),
    element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent.trim().slice(0, 40),
  ].join(' ');
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
  if (dialog && !dialog.contains(element)) return name + ' has the focus behind a dialog';
  const labels = [...(element.labels ?? [])];
  // A control that is drawn by its label or an adjacent element has its outline there.
  const isOutlined = [element, element.nextElementSibling, ...labels].some((each) => {
    const { outlineStyle, outlineWidth } = each ? getComputedStyle(each) : { outlineStyle: 'none' };
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });
  if (!isOutlined) return name + ' does not show that it has the focus';
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ];
  const isInside = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  const hit = isInside ? document.elementFromPoint(x, y) : null;
  if (hit === null) return name + ' has the focus outside the window';
  const isSeen = [element, ...labels].some((each) => each.contains(hit) || hit.contains(each));
  return isSeen ? '' : name + ' has the focus, but another element covers it';
})()`;

/** Maximum number of Tab presses to reach a control. */
const maxSteps = 120;

/** Uses a page with the keyboard only, and checks the focus on the way. */
export interface Walk {
  /** Faults of the focus so far. */
  readonly faults: string[];
  press(key: string): Promise<void>;
  /** Presses Tab until the target has the focus, or Shift+Tab for a target before the focus. */
  reach(target: Locator): Promise<void>;
  /** Reaches the target and presses Enter. */
  enter(target: Locator): Promise<void>;
  /** Replaces the text of the focused field. */
  type(text: string): Promise<void>;
  /** Waits until the page itself has focused the target, and checks the focus. */
  expectFocus(target: Locator): Promise<void>;
}

/** Moves the pointer away and starts a walk through a page. */
export function startWalk(page: Page): Walk {
  const faults: string[] = [];
  const checkFocus = async (): Promise<void> => {
    const fault = await page.evaluate<string>(readFocus);
    if (fault !== '') faults.push(fault);
  };
  const focused = (target: Locator): Locator => target.and(page.locator(':focus'));
  const walk: Walk = {
    faults,
    async press(key) {
      await page.keyboard.press(key);
      await checkFocus();
    },
    async reach(target) {
      await target.waitFor();
      const before = page.locator(':focus').locator('xpath=preceding::*').and(target);
      const key = (await before.count()) > 0 ? 'Shift+Tab' : 'Tab';
      for (let step = 0; step < maxSteps; step += 1) {
        if ((await focused(target).count()) > 0) return;
        await walk.press(key);
      }
      throw new Error(`Tab does not reach ${target.toString()}`);
    },
    async enter(target) {
      await walk.reach(target);
      await page.keyboard.press('Enter');
    },
    async type(text) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async expectFocus(target) {
      await focused(target).waitFor();
      await checkFocus();
    },
  };
  return walk;
}
