const kept = 'pas.console.environment';

/** Returns the environment of this tab; null for the one that the gateway chooses. */
export const chosenEnvironment = (): string | null => sessionStorage.getItem(kept);

/**
 * Fixes the environment of this tab unless the person has chosen one. People without access to the figures,
 * which name the environment, then still use the one on the badge.
 */
export function keepToEnvironment(name: string): void {
  if (chosenEnvironment() === null) sessionStorage.setItem(kept, name);
}

/** Switches this tab to another environment, and reloads the page. */
export function chooseEnvironment(name: string): void {
  sessionStorage.setItem(kept, name);
  location.assign('/console');
}
