const kept = 'pas.console.environment';

/** The environment that this tab works in; null for the one that the gateway chooses. */
export const chosenEnvironment = (): string | null => sessionStorage.getItem(kept);

/**
 * Works in an environment that the person did not choose: where the figures that name it may not be read, the requests
 * name it themselves, so that they go where the badge says.
 */
export function keepToEnvironment(name: string): void {
  if (chosenEnvironment() === null) sessionStorage.setItem(kept, name);
}

/** Works in another environment from now on. Nothing of the former one stays in the page. */
export function chooseEnvironment(name: string): void {
  sessionStorage.setItem(kept, name);
  location.assign('/console');
}
