/** A changed e-mail address: the mail with its code, and the notice to the old address, in English. */
export const enEmail = {
  emailCode: {
    subject: '{code} is your code',
    preview: 'The code works for {minutes} minutes.',
    lead: 'You have asked to sign in with this e-mail address. Enter the code {code} to confirm it.',
    /** The same, for a person with a current home. */
    leadFor:
      'You have asked to use this e-mail address for your home at {property}. Enter the code {code} to confirm it.',
    advice: 'The code works once, for {minutes} minutes. Do not share it with anyone.',
    unexpected: 'If you did not ask for this, ignore this message. Nothing changes.',
  },
  emailNotice: {
    subject: 'Your e-mail address was changed',
    preview: 'This address no longer signs you in.',
    lead: 'The e-mail address of your account was changed. This address no longer signs you in.',
    leadFor:
      'The e-mail address of your account for {property} was changed. This address no longer signs you in.',
    advice: 'Sign in with the new address from now on. Your password stays as it is.',
    unexpected: 'If it wasn’t you, tell your property manager right away.',
  },
};
