const storageKey = 'pas.console.environment';

/** Returns the environment of this tab; null before the session is read. */
export const chosenEnvironment = (): string | null => sessionStorage.getItem(storageKey);

/**
 * Returns the environment of a tab in which the person has chosen none. The gateway's own one comes first, then the
 * first one that the session is granted.
 *
 * @param answered the header `X-Admin-Env` of the session's answer
 */
export const defaultEnvironment = (granted: readonly string[], answered: string | null): string | null =>
  answered !== null && granted.includes(answered) ? answered : (granted[0] ?? answered);

/** Fixes the environment of this tab unless it has one. All later requests name it. */
export function fixEnvironment(name: string | null): void {
  if (name !== null && chosenEnvironment() === null) sessionStorage.setItem(storageKey, name);
}

/** Switches this tab to another environment, and reloads the page. */
export function chooseEnvironment(name: string): void {
  sessionStorage.setItem(storageKey, name);
  location.assign('/console');
}
