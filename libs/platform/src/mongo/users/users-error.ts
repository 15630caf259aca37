/**
 * Error for users in MongoDB that are not in the state that a step needs. The message names the operator's next step.
 */
export class UsersError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsersError';
  }
}
