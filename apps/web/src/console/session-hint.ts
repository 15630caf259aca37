const hint = 'pas.console.returns';

/** Notes that a session may be there from now on, so that the next visit asks for it. It is no credential. */
export const expectSession = (): void => localStorage.setItem(hint, 'yes');

/** Notes that there is none. */
export const expectNoSession = (): void => localStorage.removeItem(hint);

/** Whether a session may be there. */
export const mayHaveSession = (): boolean => localStorage.getItem(hint) !== null;
