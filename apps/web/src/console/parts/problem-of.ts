import { partsOf } from './other-problems.ts';

/** What is wrong with a field, wherever it stands in the body: `email` also finds `settings.alertRecipients.2.email`. */
export function problemOf(problems: Readonly<Record<string, string>>, field: string): string | undefined {
  const path = Object.keys(problems).find((each) => partsOf(each).includes(field));
  return path === undefined ? undefined : problems[path];
}
