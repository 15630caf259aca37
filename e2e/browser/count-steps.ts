import type { Locator } from 'playwright-core';

/** What a person does at a walk through pages, counted. */
export interface Steps {
  /** Presses of the mouse or of a key that is not typed into a field; a choice from a list takes two. */
  clicks: number;
  characters: number;
  /** Pages, dialogs and drawers that are read before the next step. */
  views: number;
}

/** Seconds that a person who knows the page takes for a click, a character and the first look at a view. */
const pace = { clicks: 1.2, characters: 0.2, views: 3 } as const;

/** How long steps take at a person's pace, in seconds; the machine's own time is not part of it. */
export const secondsOf = ({ clicks, characters, views }: Steps): number =>
  clicks * pace.clicks + characters * pace.characters + views * pace.views;

/** Walks through pages as a person does, and counts the steps. */
export interface CountedWalk {
  readonly steps: Steps;
  /** Waits until a view is there, which is then read. */
  look: (sign: Locator) => Promise<void>;
  click: (target: Locator) => Promise<void>;
  /** Types into a field that has the focus already. */
  type: (field: Locator, text: string) => Promise<void>;
  choose: (list: Locator, value: string) => Promise<void>;
  press: (target: Locator, key: string) => Promise<void>;
  /** Counts what is done outside of the pages, such as in a dialog of the system. */
  elsewhere: (steps: Partial<Steps>) => void;
}

/** Begins to count. */
export function countSteps(): CountedWalk {
  const steps: Steps = { clicks: 0, characters: 0, views: 0 };
  return {
    steps,
    async look(sign) {
      await sign.waitFor();
      steps.views += 1;
    },
    async click(target) {
      await target.click();
      steps.clicks += 1;
    },
    async type(field, text) {
      await field.pressSequentially(text);
      steps.characters += text.length;
    },
    async choose(list, value) {
      await list.selectOption(value);
      steps.clicks += 2;
    },
    async press(target, key) {
      await target.press(key);
      steps.clicks += 1;
    },
    elsewhere(more) {
      for (const [kind, count] of Object.entries(more)) steps[kind as keyof Steps] += count;
    },
  };
}
