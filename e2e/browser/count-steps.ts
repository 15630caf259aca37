import type { Locator } from 'playwright-core';

/** Counts of a person's steps in a walk through pages. */
export interface Steps {
  /** Presses of the mouse, or of a key outside a field. A choice from a list counts as two. */
  clicks: number;
  characters: number;
  /** Pages, dialogs and drawers to read before the next step. */
  views: number;
}

/** Seconds of the keystroke-level model for a click, a character and the first look at a view. */
const pace = { clicks: 1.1 + 0.28, characters: 0.28, views: 1.35 } as const;

/** Returns the time of steps at a person's pace, in seconds, without the machine's own time. */
export const secondsOf = ({ clicks, characters, views }: Steps): number =>
  clicks * pace.clicks + characters * pace.characters + views * pace.views;

/** Walks through pages as a person does, and counts the steps. */
export interface CountedWalk {
  readonly steps: Steps;
  /** Waits for a view, and counts its reading. */
  look: (sign: Locator) => Promise<void>;
  click: (target: Locator) => Promise<void>;
  /** Types into a focused field. */
  type: (field: Locator, text: string) => Promise<void>;
  /** Erases characters before the caret of a focused field. */
  erase: (field: Locator, count: number) => Promise<void>;
  choose: (list: Locator, value: string) => Promise<void>;
  press: (target: Locator, key: string) => Promise<void>;
  /** Counts steps outside the pages, such as in a system dialog. */
  elsewhere: (steps: Partial<Steps>) => void;
}

/** Starts a counted walk. */
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
    async erase(field, count) {
      for (let left = count; left > 0; left -= 1) await field.press('Backspace');
      steps.characters += count;
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
