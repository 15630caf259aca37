import { enAlerts } from './alerts/en.ts';
import { enEmail } from './email/en.ts';
import { enPass } from './pass/en.ts';
import { enPasskey } from './passkey/en.ts';
import { enPassword } from './password/en.ts';
import { enVoice } from './voice/en.ts';
import type { Language } from './language.ts';

/** All texts for people, in English; the other languages have the same keys. `{name}` is a placeholder. */
export const en = {
  language: 'en' as Language,
  dir: 'ltr',
  /** A unit whose label is a number. */
  unit: 'unit {label}',
  mail: {
    subject: 'Your invite to {property}',
    reminderSubject: 'Reminder: your invite to {property}',
    /** Preview text beside the subject in a mailbox. */
    preview: '{unit} at {property}. Valid until {expiry}.',
    greeting: 'Hello,',
    greetingByName: 'Hello {name},',
    offer: '{tenant} invites you to {unit} at {property}.',
    reminder: 'You have not used your invite yet. The link still works.',
    purpose: 'Sign up to open doors with your phone and to take calls from the door.',
    button: 'Accept the invite',
    copyLink: 'If the button does not work, copy this link into your browser:',
    expiry: 'The link is valid until {expiry}.',
    personal: 'The link is only for you. Please do not forward this message.',
    unexpected: 'If you did not expect this message, you can ignore it.',
    sender: 'Sent for {tenant}. This address does not receive mail.',
  },
  ...enPass,
  ...enPassword,
  ...enPasskey,
  ...enEmail,
  sms: {
    invite:
      '{tenant}: your invite to {unit}, {property}. Sign up: {url} Valid until {date}. Reply STOP to opt out.',
    reminder:
      '{tenant}: your invite to {unit}, {property} is still open. Sign up: {url} Valid until {date}. Reply STOP to opt out.',
    pass: '{tenant}: your pass for {property}. {period} Doors and PIN: {url} Reply STOP to opt out.',
    code: '{code} is your code for {tenant}. It is valid for {minutes} minutes. Do not share it with anyone.',
    /** The answer to a person who asks what the number is. */
    help: 'This number sends messages about your home. Ask your property manager for help. Reply STOP to opt out.',
  },
  push: {
    test: { title: 'Test', body: 'This device receives your calls and messages.' },
    ringing: { title: 'Someone’s at the door', body: '{property}, {unit}' },
    missed: { title: 'Missed call from the door', body: '{property}, {unit}: nobody answered.' },
    /** Another resident answered the call. */
    answered: {
      title: 'Call from the door',
      body: '{property}, {unit}: someone else in your home answered.',
    },
  },
  voice: enVoice,
  alerts: enAlerts,
  join: {
    title: 'Join {property}, {unit}',
    errorTitle: 'Error: {title}',
    welcome: 'Welcome to {property}',
    home: 'Set up access to {unit}. Tell us who you are to finish.',
    invitedBy: 'Invited by {tenant}. The link is valid until {expiry}.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    emailOptional: 'E-mail (optional)',
    phoneOptional: 'Phone (optional)',
    password: 'Password',
    kept: 'We have {masked} on file. Leave this empty to use it.',
    mailed: 'We sent your invite to this address.',
    passwordHint:
      'At least 10 characters. If you have an account with this e-mail already, use its password.',
    submit: 'Join {property}',
    summary: 'Please check the following',
    askFirstName: 'Enter your first name.',
    askLastName: 'Enter your last name.',
    askEmail: 'Enter your e-mail: the invite has none.',
    askPassword: 'Choose a password.',
    wrongEmail: 'Enter the whole e-mail address, such as name@example.com.',
    wrongPhone: 'Enter the whole phone number. If it is from abroad, add its country code.',
    premiumPhone: 'Texts to this number cost extra. Enter another one.',
    shortPassword: 'Use at least 10 characters.',
    longPassword: 'Use at most 128 characters.',
    commonPassword: 'Many people use this password, so it is easy to guess. Choose another one.',
    accountExists: 'There is an account with this e-mail already. Enter its password.',
    /** The link to the page that mails a link to set a new password. */
    forgot: 'Forgot your password? Set a new one.',
    otherEmail: 'A person with this e-mail lives here already. Use the e-mail that the invite was sent to.',
    wrongValue: 'Enter this again, in one line of at most 100 characters.',
    doneTitle: 'Welcome to {property}',
    doneHeading: 'Welcome, {name}',
    doneHome: 'Your home here is {unit} at {property}.',
    nextHeading: 'Next steps',
    openPortal: 'Open my doors',
    next: 'Or open the app and sign in with your e-mail and the password that you have just chosen. You do not need the link of the invite again.',
    renew: 'Ask for a new link',
  },
  /** States and failures that have a page of their own: the title names the state, the advice the next step. */
  notices: {
    unknownLink: {
      title: 'We don’t know this link',
      advice: 'Open the link exactly as it was sent to you, or ask your property manager for a new one.',
    },
    unreadableLink: {
      title: 'This link can’t be read',
      advice: 'Open the link exactly as it was sent to you, or ask your property manager for a new one.',
    },
    away: {
      title: 'We’ll be right back',
      advice:
        'Something on our side does not work at the moment. Try again in a minute. Your invite stays as it is.',
    },
    foreignForm: {
      title: 'This form came from another site',
      advice: 'Open the link of your invite itself, and use the form on that page.',
    },
    former: {
      title: 'You have moved out',
      advice: 'Ask your property manager for a new invite if you live here again.',
    },
    disabled: { title: 'Your access is disabled', advice: 'Ask your property manager to enable it.' },
    suspended: {
      title: 'This service is suspended',
      advice: 'Nobody can join this building at the moment. Ask your property manager when it opens again.',
    },
    wrongMethod: {
      title: 'This page can’t do that',
      advice: 'Open the link of your invite again and use the form on that page.',
    },
    accepted: {
      title: 'This invite has been used',
      advice:
        'If that was you, open the app and sign in with your e-mail and password. If it wasn’t, tell your property manager.',
    },
    expired: {
      title: 'This invite has expired',
      advice: 'Ask for a new link here. Your property manager then sends you one.',
    },
    renewed: {
      title: 'We have asked for a new link',
      advice: 'Your property manager knows that you need one. It will arrive the same way as this invite.',
    },
    pending: {
      title: 'This invite still works',
      advice: 'You do not need a new link. Open the link of your invite again and sign up.',
    },
    revoked: {
      title: 'This invite is no longer valid',
      advice: 'Ask your property manager for a new one.',
    },
    superseded: {
      title: 'This invite has been replaced',
      advice:
        'Open the newest link that was sent to you. If you live here already, open the app and sign in.',
    },
    longForm: {
      title: 'The form is too long',
      advice: 'Open the link of your invite again and use the form on that page.',
    },
    unreadableForm: {
      title: 'This form can’t be read',
      advice: 'Open the link of your invite again and use the form on that page.',
    },
    identityConflict: {
      title: 'This e-mail belongs to another sign-on account',
      advice: 'Ask your property manager to unlink the old one. Then open the link of your invite again.',
    },
    tooManyTries: { title: 'Too many attempts', advice: 'Wait 15 minutes, then try again.' },
    internal: {
      title: 'Something went wrong on our side',
      advice: 'Try again in a minute. If it happens again, ask for help.',
    },
    passUnknown: {
      title: 'We don’t know this pass',
      advice: 'Open the link exactly as you got it, or ask the sender for a new one.',
    },
    passEnded: { title: 'This pass has ended', advice: 'Ask the person who sent it to you for a new one.' },
    passRevoked: {
      title: 'This pass has been revoked',
      advice: 'Ask the person who sent it to you whether there is a new one.',
    },
    passHostGone: {
      title: 'This pass no longer opens doors',
      advice: 'The person who created it no longer has access here. Ask the property manager to let you in.',
    },
    passDenied: {
      title: 'The pass does not open this door now',
      advice: 'Open the link of your pass again: it shows when the pass works and how many uses are left.',
    },
    passTooOften: {
      title: 'The pass was used too often',
      advice: 'This page can open doors ten times an hour. Use the PIN at the door, or wait.',
    },
    passAway: {
      title: 'We’ll be right back',
      advice:
        'Something on our side does not work at the moment. Try again in a minute, or use the PIN at the door.',
    },
    passForm: {
      title: 'This page can’t do that',
      advice: 'Open the link of your pass again and use the buttons on that page.',
    },
    passOther: {
      title: 'Something did not work',
      advice:
        'Open the link of your pass again. If it does not work then, call the person who sent it to you.',
    },
    other: {
      title: 'Something did not work',
      advice: 'Open the link of your invite again. If it does not work then, ask your property manager.',
    },
  },
  reference: 'If you ask for help, quote this reference: {id}',
};

/** Messages of one language. */
export type Messages = typeof en;
