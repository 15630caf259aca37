const hint = 'pas.console.returns';

/** Records that a session may exist, so that the next visit checks for one. The hint is no credential. */
export const expectSession = (): void => localStorage.setItem(hint, 'yes');

/** Records that no session exists. */
export const expectNoSession = (): void => localStorage.removeItem(hint);

/** Whether a session may exist. */
export const mayHaveSession = (): boolean => localStorage.getItem(hint) !== null;
