import type { MantineColorSchemeManager } from '@mantine/core';
import { chooseScheme, followScheme, readScheme } from '../design/scheme.ts';

let stop: (() => void) | null = null;

/** Lets the components read and store the scheme where the portal does. */
export const schemeManager: MantineColorSchemeManager = {
  get: readScheme,
  set: chooseScheme,
  subscribe: (onUpdate) => {
    stop = followScheme(onUpdate);
  },
  unsubscribe: () => stop?.(),
  clear: () => chooseScheme('auto'),
};
