import type { enEmail } from './en.ts';

/** A changed e-mail address: the mail with its code, and the notice to the old address, in French. */
export const frEmail: typeof enEmail = {
  emailCode: {
    subject: '{code} est votre code',
    preview: 'Le code est valable {minutes} minutes.',
    lead: 'Vous souhaitez vous connecter avec cette adresse e-mail. Saisissez le code {code} pour la confirmer.',
    leadFor:
      'Vous souhaitez utiliser cette adresse e-mail pour votre logement ({property}). Saisissez le code {code} pour la confirmer.',
    advice: 'Le code est valable une seule fois, pendant {minutes} minutes. Ne le donnez à personne.',
    unexpected: 'Si vous n’avez rien demandé, ignorez ce message. Rien ne change.',
  },
  emailNotice: {
    subject: 'Votre adresse e-mail a été modifiée',
    preview: 'Cette adresse ne permet plus de vous connecter.',
    lead: 'L’adresse e-mail de votre compte a été modifiée. Cette adresse ne permet plus de vous connecter.',
    leadFor:
      'L’adresse e-mail de votre compte a été modifiée ({property}). Cette adresse ne permet plus de vous connecter.',
    advice: 'Connectez-vous désormais avec la nouvelle adresse. Votre mot de passe ne change pas.',
    unexpected: 'Si ce n’était pas vous, prévenez tout de suite votre gestionnaire.',
  },
};
