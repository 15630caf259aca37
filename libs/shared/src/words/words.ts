import type { AlertWords } from './alerts/alert-words.ts';
import type { Sentence } from './fill.ts';
import type { Language } from './language.ts';

/** A page with one statement: its title names the state, and the advice names the next step. */
export interface Notice {
  title: Sentence;
  advice: Sentence;
}

/** The invite as a mail. `{tenant}` invites, to `{unit}` of `{property}`, until `{expiry}`. */
interface MailWords {
  subject: Sentence;
  reminderSubject: Sentence;
  /** Preview text beside the subject in a mailbox. */
  preview: Sentence;
  greeting: Sentence;
  /** With the `{name}` of the person. */
  greetingByName: Sentence;
  offer: Sentence;
  reminder: Sentence;
  purpose: Sentence;
  button: Sentence;
  copyLink: Sentence;
  expiry: Sentence;
  personal: Sentence;
  unexpected: Sentence;
  sender: Sentence;
}

/** The mail with the link to set a new password, which works for `{minutes}`. */
interface ResetMailWords {
  preview: Sentence;
  subject: Sentence;
  greeting: Sentence;
  greetingByName: Sentence;
  request: Sentence;
  /** The same, for a person with a current home. */
  requestFor: Sentence;
  button: Sentence;
  copyLink: Sentence;
  expiry: Sentence;
  unexpected: Sentence;
}

/** The pages on which a person asks for that link, and chooses a new password. */
interface ResetWords {
  title: Sentence;
  advice: Sentence;
  label: Sentence;
  hint: Sentence;
  save: Sentence;
  savedTitle: Sentence;
  savedAdvice: Sentence;
  deadTitle: Sentence;
  deadAdvice: Sentence;
  askTitle: Sentence;
  askAdvice: Sentence;
  ask: Sentence;
  sentTitle: Sentence;
  sentAdvice: Sentence;
}

/** The invite as a text, with its `{url}`. */
interface SmsWords {
  invite: Sentence;
  reminder: Sentence;
  /** The `{code}` that proves a phone, valid for `{minutes}`. */
  code: Sentence;
  /** The answer to a person who asks what the number is. */
  help: Sentence;
}

/** A message on a phone or in a browser. */
interface PushText {
  title: string;
  body: string;
}

/** The messages to devices. */
interface PushWords {
  /** Test message that a person requests. */
  test: PushText;
  /** A call from the door rings `{unit}` of `{property}`. The next two have the same values. */
  ringing: PushText;
  /** Nobody answered the call. */
  missed: PushText;
  /** Another resident answered it. */
  answered: PushText;
}

/** Announcements in a visitor's call. */
interface VoiceWords {
  unavailable: Sentence;
  notInService: Sentence;
  /** At `{place}`, a property. */
  askUnit: Sentence;
  askUnitAgain: Sentence;
  unitUnknown: Sentence;
  nobody: Sentence;
  /** No phone rings, but residents may open in the app. */
  calling: Sentence;
  /** Too many visitors call the same place at the moment. */
  linesBusy: Sentence;
  /** First announcement to a resident: a call from `{place}`, and the digits `{talk}` and `{open}`. */
  offer: Sentence;
  offerDoor: Sentence;
  /** This one and the next are for residents. */
  taken: Sentence;
  visitorGone: Sentence;
  goodbye: Sentence;
  doorOpening: Sentence;
  doorDenied: Sentence;
  doorBusy: Sentence;
  /** This one and the next are for the visitor, after a resident has opened. */
  doorOpen: Sentence;
  doorFailed: Sentence;
}

/** The form behind an invite's link. */
interface JoinWords {
  title: Sentence;
  errorTitle: Sentence;
  welcome: Sentence;
  home: Sentence;
  invitedBy: Sentence;
  firstName: Sentence;
  lastName: Sentence;
  email: Sentence;
  emailOptional: Sentence;
  phoneOptional: Sentence;
  password: Sentence;
  kept: Sentence;
  mailed: Sentence;
  passwordHint: Sentence;
  submit: Sentence;
  summary: Sentence;
  askFirstName: Sentence;
  askLastName: Sentence;
  askEmail: Sentence;
  askPassword: Sentence;
  wrongEmail: Sentence;
  wrongPhone: Sentence;
  premiumPhone: Sentence;
  shortPassword: Sentence;
  longPassword: Sentence;
  accountExists: Sentence;
  /** The link from there to the page that mails a link to set a new password. */
  forgot: Sentence;
  otherEmail: Sentence;
  wrongValue: Sentence;
  doneTitle: Sentence;
  doneHeading: Sentence;
  doneHome: Sentence;
  nextHeading: Sentence;
  openPortal: Sentence;
  next: Sentence;
  renew: Sentence;
}

/** A guest's page of a pass, and the page of an attempt to open a door. */
interface PassWords {
  /** For `{property}`. */
  title: Sentence;
  /** With the `{name}` of the guest. */
  guest: Sentence;
  /** With the `{times}` from the first to the last moment. */
  period: Sentence;
  /** The `{days}`, `{from}` and `{to}` of a daily window. */
  daily: Sentence;
  /** The `{days}` of a pass that holds all day. */
  allDay: Sentence;
  everyDay: Sentence;
  localTime: Sentence;
  pinHeading: Sentence;
  pinHint: Sentence;
  doorsHeading: Sentence;
  /** Opens `{door}`. */
  open: Sentence;
  /** `{door}` does not respond. */
  offline: Sentence;
  notNow: Sentence;
  usedUp: Sentence;
  usesLeft: Sentence;
  opening: Sentence;
  openingAdvice: Sentence;
  showResult: Sentence;
  opened: Sentence;
  /** With the `{time}` of the confirmation. */
  openedAdvice: Sentence;
  unanswered: Sentence;
  unansweredAdvice: Sentence;
  failed: Sentence;
  failedAdvice: Sentence;
  back: Sentence;
}

/** All texts for people, in one language. */
export interface Words {
  language: Language;
  dir: 'ltr' | 'rtl';
  /** A unit whose label is a number: `unit 505`. */
  unit: Sentence;
  mail: MailWords;
  resetMail: ResetMailWords;
  reset: ResetWords;
  sms: SmsWords;
  push: PushWords;
  voice: VoiceWords;
  alerts: AlertWords;
  join: JoinWords;
  pass: PassWords;
  notices: Readonly<Record<NoticeName, Notice>>;
  reference: Sentence;
}

/** The states and failures that have a page of their own. */
export type NoticeName =
  | 'unknownLink'
  | 'unreadableLink'
  | 'away'
  | 'foreignForm'
  | 'former'
  | 'disabled'
  | 'suspended'
  | 'wrongMethod'
  | 'accepted'
  | 'expired'
  | 'renewed'
  | 'pending'
  | 'revoked'
  | 'superseded'
  | 'longForm'
  | 'unreadableForm'
  | 'identityConflict'
  | 'tooManyTries'
  | 'internal'
  | 'passUnknown'
  | 'passEnded'
  | 'passRevoked'
  | 'passHostGone'
  | 'passDenied'
  | 'passTooOften'
  | 'passAway'
  | 'passForm'
  | 'passOther'
  | 'other';
