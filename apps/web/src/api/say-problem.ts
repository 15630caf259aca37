/** Sentences of the validator, each with its wording for people; `$1` is a number. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [/^Too small: expected array to have >=1 items\.?$/, 'Choose at least one.'],
  [/^Too big: expected array to have <=(\d+) items\.?$/, 'At most $1.'],
  [/^Too small: expected string to have >=1 characters\.?$/, 'This is required.'],
  [/^Too small: expected string to have >=(\d+) characters\.?$/, 'Type at least $1 characters.'],
  [/^Too big: expected string to have <=(\d+) characters\.?$/, 'Type at most $1 characters.'],
  [/^Too small: expected (?:number|int) to be >=(-?\d+(?:\.\d+)?)\.?$/, 'Type $1 or more.'],
  [/^Too big: expected (?:number|int) to be <=(-?\d+(?:\.\d+)?)\.?$/, 'Type $1 or less.'],
  [/^Invalid input: expected (?:number|int), received \w+\.?$/, 'Type a whole number.'],
];

/**
 * Returns the message to show beside a field. Removes the field's path, which the service puts first, such as
 * in `settings.inviteTtlHours: Too small: expected number to be >=1.`
 */
export function sayProblem(path: string, message: string): string {
  const name = `${path}: `;
  let words = message;
  while (words.startsWith(name) && words.length > name.length) words = words.slice(name.length);
  for (const [pattern, saying] of sayings) {
    if (pattern.test(words)) return words.replace(pattern, saying);
  }
  return words;
}
