/** Names of the months, from January on, in the languages of headers. */
const names: readonly (readonly string[])[] = [
  ['january', 'enero', 'janvier', 'januar', 'jaenner', 'janner'],
  ['february', 'febrero', 'fevrier', 'februar'],
  ['march', 'marzo', 'mars', 'marz', 'maerz', 'mrz'],
  ['april', 'abril', 'avril'],
  ['may', 'mayo', 'mai'],
  ['june', 'junio', 'juin', 'juni'],
  ['july', 'julio', 'juillet', 'juli'],
  ['august', 'agosto', 'aout'],
  ['september', 'septiembre', 'setiembre', 'septembre'],
  ['october', 'octubre', 'octobre', 'oktober'],
  ['november', 'noviembre', 'novembre'],
  ['december', 'diciembre', 'decembre', 'dezember'],
];

const plain = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the month (1 to 12) of a name in English, Spanish, French or German. A name may be cut after three
 * letters or more.
 *
 * @returns null for an unknown name, or an ambiguous start
 */
export function monthOf(name: string): number | null {
  const text = plain(name);
  if (text.length < 3) return null;
  const meant = names.flatMap((known, at) => (known.some((each) => each.startsWith(text)) ? [at + 1] : []));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}
