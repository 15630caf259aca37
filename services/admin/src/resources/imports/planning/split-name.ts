/** Words in lower case that belong to the last name after them. */
const particles: ReadonlySet<string> = new Set(
  'af al av bin da dal das de degli dei del della den der des di do dos du el ibn la las le los ten ter van vom von zu zum zur'.split(
    ' ',
  ),
);

/** A generation after the last name. */
const generation = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/** The parts of a name; null without one. */
export interface NameParts {
  firstName: string | null;
  lastName: string | null;
}

/** Returns the position of the last name's first word. */
function lastNameAt(words: readonly string[]): number {
  let at = words.length - 1;
  if (at > 1 && generation.test(words[at] ?? '')) at -= 1;
  while (at > 1 && particles.has(words[at - 1] ?? '')) at -= 1;
  return at;
}

/**
 * Splits a full name: `Clara Reyes`, `Reyes, Clara` or `Anna de la Cruz`. Without a comma, the last name is the
 * last word with its particles. A single word is the first name.
 */
export function splitName(text: string): NameParts {
  const [before = '', ...later] = text.split(',').map((part) => part.trim());
  const rest = later.filter((part) => part !== '').join(', ');
  const isTurned = before !== '' && rest !== '' && !generation.test(rest);
  if (isTurned) return { firstName: rest, lastName: before };
  const words = `${before} ${rest}`.trim().split(/\s+/);
  const at = words.length > 1 ? lastNameAt(words) : words.length;
  const [firstName, lastName] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  return { firstName: firstName || null, lastName: lastName || null };
}
