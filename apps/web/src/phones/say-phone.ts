/**
 * Grouping of the digits after a country code, such as `1 2 2 2 2`. The first plan that fits a number
 * applies.
 */
interface Plan {
  code: string;
  /** The digits after the country code. */
  fits: RegExp;
  /** The written form: `$1` is the first group of `fits`. */
  as: string;
}

/**
 * Numbering plans of the countries whose languages the portal speaks. Sources: NANPA, ARCEP, CNMC,
 * Bundesnetzagentur, Ofcom, IFT. Area codes in Germany differ in length: only those of mobile phones and of
 * the four largest cities are separated.
 */
const plans: readonly Plan[] = [
  { code: '1', fits: /^(\d{3})(\d{3})(\d{4})$/, as: '($1) $2-$3' },
  { code: '33', fits: /^(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, as: '$1 $2 $3 $4 $5' },
  { code: '34', fits: /^(\d{3})(\d{3})(\d{3})$/, as: '$1 $2 $3' },
  { code: '43', fits: /^(6\d\d)(\d{4,})$/, as: '$1 $2' },
  { code: '44', fits: /^(2\d)(\d{4})(\d{4})$/, as: '$1 $2 $3' },
  { code: '44', fits: /^(7\d{3})(\d{6})$/, as: '$1 $2' },
  { code: '44', fits: /^(1[02-9][02-9]\d)(\d{5,6})$/, as: '$1 $2' },
  { code: '44', fits: /^(\d{3})(\d{3})(\d{4})$/, as: '$1 $2 $3' },
  { code: '49', fits: /^(30|40|69|89)(\d{5,})$/, as: '$1 $2' },
  { code: '49', fits: /^(1[567]\d)(\d{7,8})$/, as: '$1 $2' },
  { code: '52', fits: /^(55|56|33|81)(\d{4})(\d{4})$/, as: '$1 $2 $3' },
  { code: '52', fits: /^(\d{3})(\d{3})(\d{4})$/, as: '$1 $2 $3' },
];

/**
 * Formats an E.164 number as its country writes it, with the country code. Returns a number that fits no plan
 * unchanged.
 */
export function sayPhone(number: string): string {
  for (const { code, fits, as } of plans) {
    const [prefix, rest] = [number.slice(0, code.length + 1), number.slice(code.length + 1)];
    if (prefix === `+${code}` && fits.test(rest)) return `${prefix} ${rest.replace(fits, as)}`;
  }
  return number;
}
