import { ApiProblem } from '../api/problem.ts';
import type { Words } from './words/en.ts';
import type { Speech } from './words/use-words.tsx';

/** The refusals that a person meets, in the language of the person. */
const sentences: Readonly<Record<string, keyof Words>> = {
  invalid_credentials: 'faultCredentials',
  session_expired: 'sessionEnded',
  token_expired: 'sessionEnded',
  token_invalid: 'sessionEnded',
  resident_former: 'faultFormer',
  resident_disabled: 'faultDisabled',
  resident_not_found: 'faultUnknown',
  email_unverified: 'faultUnverified',
  identity_conflict: 'faultOtherIdentity',
  identity_unavailable: 'faultIdentityAway',
  identity_canceled: 'faultCanceled',
  identity_refused: 'faultIdentity',
  identity_unasked: 'faultUnasked',
  primary_required: 'faultPrimary',
  occupants_not_allowed: 'faultManager',
  occupants_limit: 'faultOccupants',
  premium_number: 'faultPremium',
  recipient_limit_reached: 'faultRecipient',
  already_resident: 'faultResident',
  property_archived: 'faultClosed',
  tenant_suspended: 'faultClosed',
  idempotency_in_progress: 'faultService',
  version_mismatch: 'faultChanged',
  not_found: 'faultGone',
};

/** What is wrong with what was typed, by the first part of the field's path. */
const fieldSentences: Readonly<Record<string, keyof Words>> = {
  code: 'faultCode',
  email: 'faultEmail',
  phone: 'faultPhone',
  quietHours: 'faultQuiet',
};

/**
 * Says a fault in one sentence, in the language of the person. What has no sentence of its own is shown in English as the
 * service has put it, and in general words in other languages.
 */
export function sayFault(fault: unknown, say: Speech['say']): string {
  if (!(fault instanceof ApiProblem) || fault.status === 0) return say('away');
  const sentence = sentences[fault.code];
  if (sentence) return say(sentence);
  if (fault.status === 429) return say('faultTooOften');
  if (fault.status >= 500) return say('faultService');
  const [field] = Object.entries(fault.fields);
  if (!field) return say('faultOther', { what: fault.message });
  const [path, what] = field;
  const ofField = fieldSentences[/^\w*/.exec(path)?.[0] ?? ''];
  return ofField ? say(ofField) : say('faultInput', { what });
}
