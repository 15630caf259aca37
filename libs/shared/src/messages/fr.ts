import { frAlerts } from './alerts/fr.ts';
import { frEmail } from './email/fr.ts';
import { frPass } from './pass/fr.ts';
import { frPasskey } from './passkey/fr.ts';
import { frPassword } from './password/fr.ts';
import { frVoice } from './voice/fr.ts';
import type { Messages } from './en.ts';

/** French, with the formal form of address. */
export const fr: Messages = {
  language: 'fr',
  dir: 'ltr',
  unit: 'logement {label}',
  mail: {
    subject: 'Votre invitation\u00A0: {property}',
    reminderSubject: 'Rappel – votre invitation\u00A0: {property}',
    preview: '{unit}, {property}. Valable jusqu’au {expiry}.',
    greeting: 'Bonjour,',
    greetingByName: 'Bonjour {name},',
    offer: '{tenant} vous invite\u00A0: {unit}, {property}.',
    reminder: 'Vous n’avez pas encore utilisé votre invitation. Le lien fonctionne toujours.',
    purpose:
      'Inscrivez-vous pour ouvrir les portes avec votre téléphone et répondre aux appels de l’interphone.',
    button: 'Accepter l’invitation',
    copyLink: 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur\u00A0:',
    expiry: 'Le lien est valable jusqu’au {expiry}.',
    personal: 'Ce lien est personnel. Merci de ne pas transférer ce message.',
    unexpected: 'Si vous n’attendiez pas ce message, ignorez-le.',
    sender: 'Envoyé pour {tenant}. Cette adresse ne reçoit pas de courrier.',
  },
  ...frPass,
  ...frPassword,
  ...frPasskey,
  ...frEmail,
  sms: {
    invite:
      '{tenant} : votre invitation, {unit}, {property}. Inscription : {url} Valable jusqu’au {date}. STOP pour ne plus en recevoir.',
    reminder:
      '{tenant} : votre invitation, {unit}, {property}, vous attend. Inscription : {url} Valable jusqu’au {date}. STOP pour ne plus en recevoir.',
    pass: '{tenant} : votre pass, {property}. {period} Portes et code PIN : {url} STOP pour ne plus en recevoir.',
    code: '{code} est votre code pour {tenant}. Il est valable {minutes} minutes. Ne le donnez à personne.',
    help: 'Ce numéro envoie des messages sur votre logement. Pour toute aide, contactez votre gestionnaire. Répondez STOP pour ne plus en recevoir.',
  },
  push: {
    test: { title: 'Essai', body: 'Cet appareil reçoit vos appels et vos messages.' },
    ringing: { title: 'Quelqu’un sonne', body: '{property}, {unit}' },
    missed: {
      title: 'Appel manqué de l’interphone',
      body: '{property}, {unit}\u00A0: personne n’a répondu.',
    },
    answered: {
      title: 'Appel de l’interphone',
      body: '{property}, {unit}\u00A0: une autre personne de votre foyer a répondu.',
    },
  },
  voice: frVoice,
  alerts: frAlerts,
  join: {
    title: 'Rejoindre {property}, {unit}',
    errorTitle: 'Erreur\u00A0: {title}',
    welcome: 'Bienvenue – {property}',
    home: 'Configurez votre accès\u00A0: {unit}. Présentez-vous pour terminer.',
    invitedBy: 'Invitation de {tenant}. Le lien est valable jusqu’au {expiry}.',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    emailOptional: 'E-mail (facultatif)',
    phoneOptional: 'Téléphone (facultatif)',
    password: 'Mot de passe',
    kept: 'Nous avons déjà {masked}. Laissez ce champ vide pour l’utiliser.',
    mailed: 'Votre invitation a été envoyée à cette adresse.',
    passwordHint:
      'Au moins 10 caractères. Si vous avez déjà un compte avec cet e-mail, utilisez son mot de passe.',
    submit: 'Rejoindre {property}',
    summary: 'Merci de vérifier',
    askFirstName: 'Indiquez votre prénom.',
    askLastName: 'Indiquez votre nom.',
    askEmail: 'Indiquez votre e-mail\u00A0: l’invitation n’en contient pas.',
    askPassword: 'Choisissez un mot de passe.',
    wrongEmail: 'Indiquez l’adresse e-mail complète, par exemple nom@example.com.',
    wrongPhone: 'Indiquez le numéro de téléphone complet. S’il est étranger, ajoutez l’indicatif du pays.',
    premiumPhone: 'Les messages vers ce numéro sont surtaxés. Indiquez un autre numéro.',
    shortPassword: 'Utilisez au moins 10 caractères.',
    longPassword: 'Utilisez au plus 128 caractères.',
    commonPassword: 'Ce mot de passe est très courant et facile à deviner. Choisissez-en un autre.',
    accountExists: 'Il existe déjà un compte avec cet e-mail. Saisissez son mot de passe.',
    forgot: 'Mot de passe oublié\u00A0? Choisissez-en un nouveau.',
    otherEmail: 'Une personne avec cet e-mail habite déjà ici. Utilisez l’e-mail qui a reçu l’invitation.',
    wrongValue: 'Saisissez-le de nouveau, sur une seule ligne de 100 caractères au plus.',
    doneTitle: 'Bienvenue – {property}',
    doneHeading: 'Bienvenue, {name}',
    doneHome: 'Votre logement ici\u00A0: {unit}, {property}.',
    nextHeading: 'Et maintenant',
    openPortal: 'Ouvrir mes portes',
    next: 'Ou ouvrez l’application et connectez-vous avec votre e-mail et le mot de passe que vous venez de choisir. Vous n’avez plus besoin du lien de l’invitation.',
    renew: 'Demander un nouveau lien',
  },
  notices: {
    unknownLink: {
      title: 'Ce lien nous est inconnu',
      advice:
        'Ouvrez le lien exactement comme vous l’avez reçu, ou demandez-en un nouveau à votre gestionnaire.',
    },
    unreadableLink: {
      title: 'Ce lien est illisible',
      advice:
        'Ouvrez le lien exactement comme vous l’avez reçu, ou demandez-en un nouveau à votre gestionnaire.',
    },
    away: {
      title: 'Nous revenons tout de suite',
      advice:
        'Quelque chose ne fonctionne pas de notre côté en ce moment. Réessayez dans une minute. Votre invitation ne change pas.',
    },
    foreignForm: {
      title: 'Ce formulaire vient d’un autre site',
      advice: 'Ouvrez le lien de votre invitation et utilisez le formulaire de cette page.',
    },
    former: {
      title: 'Vous avez déménagé',
      advice: 'Si vous habitez de nouveau ici, demandez une nouvelle invitation à votre gestionnaire.',
    },
    disabled: { title: 'Votre accès est désactivé', advice: 'Demandez à votre gestionnaire de l’activer.' },
    suspended: {
      title: 'Ce service est suspendu',
      advice:
        'Personne ne peut s’inscrire pour le moment. Demandez à votre gestionnaire quand ce sera possible.',
    },
    wrongMethod: {
      title: 'Cette page ne peut pas faire cela',
      advice: 'Ouvrez de nouveau le lien de votre invitation et utilisez le formulaire de cette page.',
    },
    accepted: {
      title: 'Cette invitation a déjà été utilisée',
      advice:
        'Si c’était vous, ouvrez l’application et connectez-vous avec votre e-mail et votre mot de passe. Sinon, prévenez votre gestionnaire.',
    },
    expired: {
      title: 'Cette invitation a expiré',
      advice: 'Demandez ici un nouveau lien. Votre gestionnaire vous l’enverra.',
    },
    renewed: {
      title: 'Nous avons demandé un nouveau lien',
      advice:
        'Votre gestionnaire sait que vous en avez besoin. Il arrivera de la même façon que cette invitation.',
    },
    pending: {
      title: 'Cette invitation est toujours valable',
      advice:
        'Vous n’avez pas besoin d’un nouveau lien. Rouvrez celui de votre invitation et inscrivez-vous.',
    },
    revoked: {
      title: 'Cette invitation n’est plus valable',
      advice: 'Demandez-en une nouvelle à votre gestionnaire.',
    },
    superseded: {
      title: 'Cette invitation a été remplacée',
      advice:
        'Ouvrez le lien le plus récent que vous avez reçu. Si vous habitez déjà ici, connectez-vous dans l’application.',
    },
    longForm: {
      title: 'Le formulaire est trop long',
      advice: 'Ouvrez de nouveau le lien de votre invitation et utilisez le formulaire de cette page.',
    },
    unreadableForm: {
      title: 'Ce formulaire est illisible',
      advice: 'Ouvrez de nouveau le lien de votre invitation et utilisez le formulaire de cette page.',
    },
    identityConflict: {
      title: 'Cet e-mail appartient à un autre compte de connexion',
      advice:
        'Demandez à votre gestionnaire de dissocier l’ancien. Rouvrez ensuite le lien de votre invitation.',
    },
    tooManyTries: { title: 'Trop d’essais', advice: 'Attendez 15 minutes, puis réessayez.' },
    internal: {
      title: 'Une erreur s’est produite de notre côté',
      advice: 'Réessayez dans une minute. Si cela se reproduit, demandez de l’aide.',
    },
    passUnknown: {
      title: 'Ce pass nous est inconnu',
      advice:
        'Ouvrez le lien exactement comme vous l’avez reçu, ou demandez-en un nouveau à la personne qui l’a envoyé.',
    },
    passEnded: {
      title: 'Ce pass a expiré',
      advice: 'Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    passRevoked: {
      title: 'Ce pass a été révoqué',
      advice: 'Demandez à la personne qui vous l’a envoyé s’il y en a un nouveau.',
    },
    passHostGone: {
      title: 'Ce pass n’ouvre plus de porte',
      advice: 'La personne qui l’a créé n’a plus accès ici. Demandez au gestionnaire de vous laisser entrer.',
    },
    passDenied: {
      title: 'Le pass n’ouvre pas cette porte maintenant',
      advice:
        'Ouvrez de nouveau le lien de votre pass\u00A0: il indique ses horaires et les utilisations restantes.',
    },
    passTooOften: {
      title: 'Le pass a été trop utilisé',
      advice:
        'Cette page peut ouvrir des portes dix fois par heure. Utilisez le code PIN à la porte, ou patientez.',
    },
    passAway: {
      title: 'Nous revenons tout de suite',
      advice:
        'Quelque chose ne fonctionne pas de notre côté. Réessayez dans une minute, ou utilisez le code PIN à la porte.',
    },
    passForm: {
      title: 'Cette page ne peut pas faire cela',
      advice: 'Ouvrez de nouveau le lien de votre pass et utilisez les boutons de cette page.',
    },
    passOther: {
      title: 'Quelque chose n’a pas fonctionné',
      advice:
        'Ouvrez de nouveau le lien de votre pass. Si cela ne marche pas, appelez la personne qui l’a envoyé.',
    },
    other: {
      title: 'Quelque chose n’a pas fonctionné',
      advice:
        'Rouvrez le lien de votre invitation. Si cela ne fonctionne toujours pas, contactez votre gestionnaire.',
    },
  },
  reference: 'Si vous demandez de l’aide, indiquez cette référence\u00A0: {id}',
};
