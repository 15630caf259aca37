/** The users in MongoDB are not in the state that a step needs. The message says to operators what to do next. */
export class UsersError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsersError';
  }
}
