import type { enPassword } from './en.ts';

/** A forgotten password: its mail and its pages, in French. */
export const frPassword: typeof enPassword = {
  resetMail: {
    preview: 'Le lien fonctionne une seule fois, pendant {minutes} minutes.',
    subject: 'Choisissez un nouveau mot de passe',
    greeting: 'Bonjour,',
    greetingByName: 'Bonjour {name},',
    request: 'Vous avez demandé un nouveau mot de passe. Ouvrez ce lien pour le choisir\u00A0:',
    requestFor:
      'Vous avez demandé un nouveau mot de passe pour votre logement ({property}). Ouvrez ce lien pour le choisir\u00A0:',
    button: 'Choisir un nouveau mot de passe',
    copyLink: 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur\u00A0:',
    expiry:
      'Le lien fonctionne une seule fois, pendant {minutes} minutes. Il est personnel. Avec le nouveau mot de passe, vous serez déconnecté de tous vos appareils.',
    unexpected: 'Si vous n’avez rien demandé, ignorez ce message. Votre mot de passe ne change pas.',
  },
  reset: {
    title: 'Choisissez un nouveau mot de passe',
    advice:
      'Vous serez déconnecté de tous vos appareils et vos clés d’accès seront supprimées. Reconnectez-vous avec le nouveau mot de passe.',
    label: 'Nouveau mot de passe',
    hint: 'Au moins 10 caractères.',
    save: 'Enregistrer le mot de passe',
    savedTitle: 'Votre nouveau mot de passe est enregistré',
    savedAdvice:
      'Vous êtes déconnecté de tous vos appareils. Connectez-vous ici ou dans l’application avec votre e-mail et le nouveau mot de passe. Si une invitation vous attend, ouvrez de nouveau son lien et saisissez-y le nouveau mot de passe.',
    signIn: 'Se connecter',
    ended: {
      title: 'Ce lien ne fonctionne plus',
      advice:
        'Un lien pour choisir un mot de passe fonctionne une seule fois, pendant une heure. Ouvrez le plus récent que vous avez reçu, ou demandez-en un nouveau.',
    },
    askTitle: 'Demandez un nouveau mot de passe',
    askAdvice:
      'Saisissez l’e-mail de votre compte. Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    ask: 'Envoyer le lien',
    sentTitle: 'Consultez votre messagerie',
    sentAdvice:
      'Si un compte existe avec cet e-mail, un message est en route. Son lien fonctionne une seule fois, pendant une heure.',
  },
};
