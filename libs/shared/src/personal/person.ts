import { emailKey, emailWords } from '../contacts/email.ts';
import { foldValue } from './fold-value.ts';
import { mentionPattern } from './mentions.ts';
import { escaped } from './text-patterns.ts';
import { digitsOf, looksLikePhone, tellingDigits } from './phone-spelling.ts';

/** Ids and values that identify a person in the rows of one tenant. */
export interface Person {
  tenantId: string;
  userId: string;
  /** Null for a person who has never signed up. */
  accountId: string | null;
  /** Whether another user, perhaps of another tenant, signs in with the account. It stays then. */
  isAccountShared: boolean;
  /** Ids of the person in the audit and in `createdBy`: the user's id, and the subjects of a staff member. */
  actorIds: readonly string[];
  /** The invites to the person. */
  inviteIds: readonly string[];
  /** The units where the person has lived. */
  unitIds: readonly string[];
  /** The stored imports whose rows may contain the person without an id. */
  importIds: readonly string[];
  /** The passes that the person has made or holds, and passes in one record with a held pass. */
  passIds: readonly string[];
  /** The devices that the person has or had. */
  deviceIds: readonly string[];
  /** The comparable e-mails, current and earlier ones, without those of other users of the tenant. */
  emailKeys: readonly string[];
  /** E.164; current and earlier ones, without those of other users of the tenant. */
  phones: readonly string[];
  /** The phones that nobody else in the environment has. Their consent is removed. */
  solePhones: readonly string[];
  /**
   * Digests of the person's contacts and identity that nobody else in the environment has. They find stored webhooks
   * that are not processed.
   */
  contactDigests: readonly string[];
  /** The person's current and earlier texts in lower case: e-mail, phone, names and the key of another system. */
  values: readonly string[];
}

/** Replacement of a personal value in a row that must stay. */
export const erased = 'erased';

/** Returns `erased` for a value, and null for none. */
export const erasedText = (value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : erased;

/** Returns the subjects of a staff member at the identity provider. */
export const subjectsOf = ({ actorIds, userId }: Person): string[] => actorIds.filter((id) => id !== userId);

/** Returns an actor without the name of the person. Other actors stay unchanged. */
export const withoutActorName = <Actor extends { id: string | null; name: string | null } | null>(
  { actorIds }: Person,
  actor: Actor,
): Actor =>
  actor && actor.id !== null && actorIds.includes(actor.id)
    ? { ...actor, name: erasedText(actor.name) }
    : actor;

const isPhoneOf = (text: string, phones: readonly string[]): boolean => {
  if (phones.length === 0 || !looksLikePhone(text)) return false;
  const digits = digitsOf(text);
  return phones.some((phone) => digits.endsWith(digitsOf(phone).slice(-tellingDigits)));
};

const isEmailIn = (emailKeys: readonly string[], text: string): boolean =>
  emailKeys.length > 0 && text.includes('@') && emailKeys.includes(emailKey(text));

/** Whether a text is one of the person's values, in any spelling of an e-mail or phone. */
export function isValueOf({ values, emailKeys, phones }: Person, text: string): boolean {
  const folded = foldValue(text);
  if (folded === '') return false;
  return values.includes(folded) || isPhoneOf(folded, phones) || isEmailIn(emailKeys, text);
}

/** Returns a function that replaces the person's values in texts: a whole text, or single words within it. */
export function valueEraser(person: Person): (text: string) => string {
  const pattern = mentionPattern(person);
  return (text) => {
    if (isValueOf(person, text)) return erased;
    if (pattern === null) return text;
    const spelled = text.normalize('NFKC');
    const left = spelled.replaceAll(pattern, erased);
    return left === spelled ? text : left;
  };
}

/** Returns the same JSON, with `erased` in place of the person's values in its texts. */
export function withoutValues<T>(person: Person, value: T): T {
  const clean = valueEraser(person);
  const replace = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (Array.isArray(part)) return part.map(replace);
    if (part === null || typeof part !== 'object' || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, replace(inner)]));
  };
  return replace(value) as T;
}

/** Returns a pattern of the person's e-mails and phones; null for a person without an unshared contact. */
export function contactPattern({ emailKeys, phones }: Person): RegExp | null {
  const tails = phones.map((phone) => digitsOf(phone).slice(-tellingDigits));
  const patterns = [
    ...emailKeys.flatMap(emailWords).map((email) => String.raw`^\s*${escaped(email)}\s*$`),
    ...tails.map((digits) => String.raw`^[\d\s()+./-]*${digits.split('').join(String.raw`\D*`)}\s*$`),
  ];
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'i');
}
