import { nameOfUser, type User } from '../residents/describe-user.ts';

/** Most residents whose names are shown. */
export const shownNames = 2;

/** Returns the residents of a unit in words, such as `Clara Reyes, Ben Ito and 2 more`. */
export function sayOccupants(users: readonly User[], total: number): string {
  const names = users.slice(0, shownNames).map(nameOfUser);
  if (names.length === 0) return 'Occupied';
  return total > names.length ? `${names.join(', ')} and ${total - names.length} more` : names.join(', ');
}
