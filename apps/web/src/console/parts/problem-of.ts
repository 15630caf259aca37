import { partsOf } from './other-problems.ts';

/**
 * Returns the error of a field, by its whole path or by its name at any depth. So `email` also finds
 * `settings.alertRecipients.2.email`.
 */
export function problemOf(problems: Readonly<Record<string, string>>, field: string): string | undefined {
  const path = Object.keys(problems).find((each) => each === field || partsOf(each).includes(field));
  return path === undefined ? undefined : problems[path];
}
