/** The notice about a new passkey, in English. */
export const enPasskey = {
  passkeyNotice: {
    subject: 'A passkey was added to your account',
    preview: 'Was it you?',
    lead: 'A passkey was added to your account. It signs you in without your password.',
    /** The same, for a person with a current home. */
    leadFor: 'A passkey was added to your account for {property}. It signs you in without your password.',
    advice: 'If it was you, there is nothing to do. The settings of the portal list your passkeys.',
    unexpected:
      'If it wasn’t you, choose “Forgot your password?” at the sign-in and set a new password. It signs out all devices and removes all passkeys.',
  },
};
