import { digitsOf, looksLikePhone, tellingDigits } from './phone-spelling.ts';

/** The ids and values by which a person is found in the rows of one tenant. */
export interface Person {
  tenantId: string;
  userId: string;
  /** Null for a person who has never signed up. */
  accountId: string | null;
  /** Whether another user, perhaps of another tenant, signs in with the account. It stays then. */
  isAccountShared: boolean;
  /** Under which the audit and `createdBy` know the person: the user's id, and the subjects of a staff member. */
  actorIds: readonly string[];
  /** The invites to the person. */
  inviteIds: readonly string[];
  /** The units where the person has lived. */
  unitIds: readonly string[];
  /** The imports whose rows the person may stand in without an id: those that are kept. */
  importIds: readonly string[];
  /** The passes that the person has made or holds, and those that share a record with one that the person holds. */
  passIds: readonly string[];
  /** The comparable e-mails, the present one and earlier ones, but for those that another user of the tenant has. */
  emailKeys: readonly string[];
  /** E.164; the present one and earlier ones, but for those that another user of the tenant has. */
  phones: readonly string[];
  /** The phones that nobody else in the environment has: their consent goes. */
  solePhones: readonly string[];
  /**
   * The digests of the contacts and the identity that are the person's alone in the environment: by them, webhooks are
   * found that are stored and not processed. Missing in erasures that an earlier release has begun.
   */
  contactDigests?: readonly string[];
  /** The person's present and earlier texts in lower case: e-mail, phone, names and the key of another system. */
  values: readonly string[];
}

/** What stands in place of a personal value in a row that has to stay. */
export const erased = 'erased';

/** `erased` where there was a value; null where there was none. */
export const erasedText = (value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : erased;

const isPhoneOf = (text: string, phones: readonly string[]): boolean => {
  if (phones.length === 0 || !looksLikePhone(text)) return false;
  const digits = digitsOf(text);
  return phones.some((phone) => digits.endsWith(digitsOf(phone).slice(-tellingDigits)));
};

/** A text as `values` has it. */
export const foldValue = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Whether a text is one of the person's values, in any spelling of an e-mail or phone. */
export function isValueOf({ values, phones }: Person, text: string): boolean {
  const folded = foldValue(text);
  return folded !== '' && (values.includes(folded) || isPhoneOf(folded, phones));
}

/** The same JSON, with `erased` in the place of each of the person's values. */
export function withoutValues<T>(person: Person, value: T): T {
  const replace = (part: unknown): unknown => {
    if (typeof part === 'string') return isValueOf(person, part) ? erased : part;
    if (Array.isArray(part)) return part.map(replace);
    if (part === null || typeof part !== 'object' || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, replace(inner)]));
  };
  return replace(value) as T;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern of texts that are the person's e-mail or phone; null for a person who has neither alone. */
export function contactPattern({ emailKeys, phones }: Person): RegExp | null {
  const tails = phones.map((phone) => digitsOf(phone).slice(-tellingDigits));
  const patterns = [
    ...emailKeys.map((key) => String.raw`^\s*${escaped(key)}\s*$`),
    ...tails.map((digits) => String.raw`^[\d\s()+./-]*${digits.split('').join(String.raw`\D*`)}\s*$`),
  ];
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'i');
}
