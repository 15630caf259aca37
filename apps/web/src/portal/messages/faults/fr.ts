import type { enFaults } from './en.ts';

/** Messages about faults in French. */
export const frFaults: Record<keyof typeof enFaults, string> = {
  faultCredentials: 'L’e-mail et le mot de passe ne correspondent pas.',
  faultFormer: 'Vous avez déménagé d’ici. Demandez une nouvelle invitation à votre gestionnaire.',
  faultDisabled: 'Votre accès est désactivé. Contactez votre gestionnaire.',
  faultUnknown: 'Aucun résident n’a encore cet e-mail. Demandez une invitation.',
  faultUnverified:
    'Votre e-mail n’est pas encore confirmé. Confirmez-le dans votre compte d’authentification unique, puis reconnectez-vous.',
  faultOtherIdentity:
    'Cet e-mail appartient à un autre compte de connexion. Demandez à votre gestionnaire de dissocier l’ancien.',
  faultIdentityAway:
    'L’authentification unique ne répond pas. Réessayez dans un instant, ou utilisez votre mot de passe.',
  faultCanceled: 'Vous avez annulé la connexion. Réessayez, ou utilisez votre mot de passe.',
  faultIdentity: 'L’authentification unique a échoué. Recommencez la connexion.',
  faultUnasked: 'Cette connexion n’a pas été commencée ici, ou elle a expiré. Recommencez.',
  faultPasskey: 'Cette clé d’accès n’est plus valable ici. Utilisez-en une autre ou votre mot de passe.',
  faultPasskeyCanceled: 'Votre appareil n’a pas confirmé la clé d’accès. Réessayez.',
  faultPasskeyKnown: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  faultPasskeyFailed:
    'Cet appareil n’a pas pu utiliser de clé d’accès ici. Essayez avec un autre appareil ou navigateur.',
  faultPasskeyLate: 'Cela a pris trop de temps. Réessayez.',
  faultPasskeyLimit: 'Vous avez déjà dix clés d’accès. Supprimez-en une d’abord.',
  faultTooOften: 'Trop d’essais. Attendez un moment, puis réessayez.',
  faultService: 'Le service rencontre un problème. Réessayez dans un instant.',
  faultPrimary: 'Seul le résident principal peut le faire.',
  faultManager: 'Ici, seul votre gestionnaire peut inviter.',
  faultOccupants: 'Le foyer a atteint sa limite. Retirez d’abord quelqu’un.',
  faultResident: 'Cette personne vit déjà ici.',
  faultNoAnswer: 'Le service ne répond pas. Vérifiez la connexion, puis réessayez.',
  faultGone: 'Cet élément n’existe plus.',
  faultInput: 'Vérifiez votre saisie.',
  faultOther: 'Ce n’est pas possible ici pour le moment. Contactez votre gestionnaire.',
  faultClosed: 'Personne ne peut être ajouté ici pour le moment. Contactez votre gestionnaire.',
  faultPhone: 'Ce n’est pas un numéro de téléphone. Commencez par + et l’indicatif du pays.',
  faultPremium: 'Les messages vers ce numéro sont surtaxés. Utilisez un autre numéro.',
  faultRecipient: 'Trop de messages ont été envoyés à ce contact. Réessayez plus tard.',
  faultCode: 'Ce code est incorrect ou a expiré. Demandez-en un nouveau.',
  faultEmail: 'Ce n’est pas une adresse e-mail.',
  faultQuiet: 'Choisissez une heure de début et une heure de fin différentes.',
  faultEmailTaken:
    'Quelqu’un d’autre utilise cette adresse e-mail. Choisissez-en une autre ou contactez votre gestionnaire.',
  faultPassword:
    'Le mot de passe actuel est incorrect. Réessayez, ou déconnectez-vous et choisissez «\u00A0Mot de passe oublié\u00A0?\u00A0».',
  faultOldLogin:
    'Saisissez votre mot de passe actuel. Si vous n’en avez pas, déconnectez-vous, reconnectez-vous et réessayez dans les 15 minutes.',
  faultCommonPassword: 'Ce mot de passe est très répandu et facile à deviner. Choisissez-en un autre.',
  faultNewPassword: 'Utilisez entre 10 et 128 caractères.',
  faultText: 'Décrivez le problème en 1\u202F000 caractères au plus.',
};
