import { useState } from 'react';
import { useSession } from '../session.tsx';
import type { SearchState } from './use-search-state.ts';

/** A named set of filters, applied with one press. */
export interface View {
  name: string;
  search: SearchState;
}

/** Returns one view for each value of a filter, in place of a select with the same values. */
export const viewsOf = (name: string, words: Readonly<Record<string, string>>): View[] =>
  Object.entries(words).map(([value, word]) => ({ name: word, search: { [name]: value } }));

/** The longest name of a view. */
export const maxName = 40;

const isView = (value: unknown): value is View => {
  const { name, search } = (value ?? {}) as Partial<View>;
  return typeof name === 'string' && typeof search === 'object' && search !== null;
};

/** Parses stored views. A text that is none gives none. */
export function parseViews(text: string | null): View[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Adds a view; one with the same name is replaced. */
export const withView = (views: readonly View[], view: View): View[] => [
  ...views.filter(({ name }) => name !== view.name),
  view,
];

/** Whether two states of a list are equal. Absent and undefined parameters are the same. */
export function isSameState(a: SearchState, b: SearchState): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

/** The views of a list that the person has saved in this browser, and functions that change them. */
export function useSavedViews(list: string) {
  const { staff } = useSession();
  const key = `pas.console.views.${staff.tenantId}.${list}`;
  const [saved, setSaved] = useState(() => parseViews(localStorage.getItem(key)));
  const store = (views: View[]): void => {
    localStorage.setItem(key, JSON.stringify(views));
    setSaved(views);
  };
  return {
    saved,
    add: (view: View) => store(withView(saved, view)),
    remove: (name: string) => store(saved.filter((view) => view.name !== name)),
  };
}
