import { ApiProblem } from '../api/problem.ts';
import type { Messages } from './messages/en.ts';
import type { I18n } from './messages/use-i18n.tsx';

/** Messages by error code. */
const sentences: Readonly<Record<string, keyof Messages>> = {
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
  passkey_refused: 'faultPasskey',
  passkey_canceled: 'faultPasskeyCanceled',
  passkey_known: 'faultPasskeyKnown',
  passkey_failed: 'faultPasskeyFailed',
  passkey_limit_reached: 'faultPasskeyLimit',
  primary_required: 'faultPrimary',
  occupants_not_allowed: 'faultManager',
  occupants_limit: 'faultOccupants',
  premium_number: 'faultPremium',
  recipient_limit_reached: 'faultRecipient',
  already_resident: 'faultResident',
  property_archived: 'faultClosed',
  tenant_suspended: 'faultClosed',
  idempotency_in_progress: 'faultService',
  already_exists: 'faultEmailTaken',
  invalid_current_password: 'faultPassword',
  login_too_old: 'faultOldLogin',
  password_too_common: 'faultCommonPassword',
  not_found: 'faultGone',
};

/** Messages about invalid fields, by the first part of the field's path. */
const fieldSentences: Readonly<Record<string, keyof Messages>> = {
  challengeId: 'faultPasskeyLate',
  code: 'faultCode',
  credential: 'faultPasskeyFailed',
  email: 'faultEmail',
  newPassword: 'faultNewPassword',
  phone: 'faultPhone',
  text: 'faultText',
  quietHours: 'faultQuiet',
};

/**
 * Returns a fault as a text in the person's language. `isRetried`: the request repeats by itself. Faults without a message of their own show the
 * service's text in English, and a general text in other languages.
 */
export function sayFault(fault: unknown, t: I18n['t'], isRetried = false): string {
  if (!(fault instanceof ApiProblem) || fault.status === 0) return t(isRetried ? 'away' : 'faultNoAnswer');
  const sentence = sentences[fault.code];
  if (sentence) return t(sentence);
  if (fault.status === 429) return t('faultTooOften');
  if (fault.status >= 500) return t('faultService');
  const [field] = Object.entries(fault.fields);
  if (!field) return t('faultOther', { what: fault.message });
  const [path, what] = field;
  const ofField = fieldSentences[/^\w*/.exec(path)?.[0] ?? ''];
  return ofField ? t(ofField) : t('faultInput', { what });
}
