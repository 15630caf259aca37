/** A forgotten password: its mail and its pages, in English. */
export const enPassword = {
  resetMail: {
    preview: 'The link works once, for {minutes} minutes.',
    subject: 'Set a new password',
    greeting: 'Hello,',
    greetingByName: 'Hello {name},',
    request: 'You have asked to set a new password. Open this link to choose one:',
    /** The same, for a person with a current home. */
    requestFor:
      'You have asked to set a new password for your home at {property}. Open this link to choose one:',
    button: 'Choose a new password',
    copyLink: 'If the button does not work, copy this link into your browser:',
    expiry:
      'The link works once, for {minutes} minutes. It is only for you. With the new password you are signed out on all devices.',
    unexpected: 'If you did not ask for this, ignore this message. Your password stays as it is.',
  },
  reset: {
    title: 'Choose a new password',
    advice:
      'You will be signed out on all devices, and your passkeys will be removed. Sign in again with the new password.',
    label: 'New password',
    hint: 'At least 10 characters.',
    save: 'Save the password',
    savedTitle: 'Your new password is saved',
    savedAdvice:
      'You are signed out on all devices. Sign in here or in the app with your e-mail and the new password. If you have an open invite, open its link again and enter the new password there.',
    signIn: 'Sign in',
    ended: {
      title: 'This link no longer works',
      advice:
        'A link to set a new password works once, for an hour. Open the newest one that was sent to you, or ask for a new one.',
    },
    askTitle: 'Set a new password',
    askAdvice:
      'Enter the e-mail of your account. We send you a link with which you can choose a new password.',
    ask: 'Send the link',
    sentTitle: 'Check your inbox',
    sentAdvice:
      'If there is an account with this e-mail, a mail is on its way. Its link works once, for an hour.',
  },
};
