/** The names of the months in the languages that headers are read in, from January on. */
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
 * The month that a name means in English, Spanish, French or German, 1 to 12: whole, or cut after three letters or more.
 *
 * @returns null for what is no month, or the start of two
 */
export function monthOf(name: string): number | null {
  const text = plain(name);
  if (text.length < 3) return null;
  const meant = names.flatMap((known, at) => (known.some((each) => each.startsWith(text)) ? [at + 1] : []));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}
