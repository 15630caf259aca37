import type { enPasskey } from './en.ts';

/** The notice about a new passkey, in French. */
export const frPasskey: typeof enPasskey = {
  passkeyNotice: {
    subject: 'Une clé d’accès a été ajoutée à votre compte',
    preview: 'Était-ce vous ?',
    lead: 'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans mot de passe.',
    leadFor:
      'Une clé d’accès a été ajoutée à votre compte ({property}). Elle permet de se connecter sans mot de passe.',
    advice:
      'Si c’était vous, vous n’avez rien à faire. Vos clés d’accès figurent dans les réglages du portail.',
    unexpected:
      'Si ce n’était pas vous, choisissez « Mot de passe oublié ? » à la connexion et définissez un nouveau mot de passe. Cela déconnecte tous les appareils et supprime toutes les clés d’accès.',
  },
};
