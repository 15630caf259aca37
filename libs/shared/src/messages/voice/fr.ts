import type { enVoice } from './en.ts';

/** Announcements in a visitor's call, in French. */
export const frVoice: typeof enVoice = {
  unavailable:
    'Nous sommes désolés. Votre appel ne peut pas être mis en relation pour le moment. Veuillez réessayer plus tard.',
  notInService: 'Ce numéro n’est pas en service. Veuillez vérifier le numéro. Au revoir.',
  askUnit:
    'Bienvenue à {place}. Composez le numéro ou le code du logement, puis appuyez sur la touche dièse.',
  askUnitAgain:
    'Ce logement n’existe pas. Composez de nouveau le numéro ou le code, puis appuyez sur la touche dièse.',
  unitUnknown: 'Ce logement n’existe pas. Veuillez demander le bon code et rappeler. Au revoir.',
  nobody: 'Personne ne peut répondre pour le moment. Veuillez réessayer plus tard. Au revoir.',
  calling: 'Nous appelons les résidents. Veuillez rester en ligne.',
  linesBusy:
    'Toutes les lignes sont occupées pour le moment. Veuillez rappeler dans quelques minutes. Au revoir.',
  offer: 'Un visiteur vous appelle de {place}. Appuyez sur {talk} pour lui parler.',
  offerDoor: 'Appuyez sur {open} pour ouvrir la porte.',
  taken: 'Quelqu’un a déjà répondu à cet appel. Au revoir.',
  visitorGone: 'Le visiteur a raccroché. Au revoir.',
  goodbye: 'Au revoir.',
  doorOpening: 'La porte s’ouvre. Au revoir.',
  doorDenied:
    'Vous ne pouvez pas ouvrir cette porte. Adressez-vous au gestionnaire de l’immeuble. Au revoir.',
  doorBusy: 'La porte ne peut pas être ouverte pour le moment. Au revoir.',
  doorOpen: 'La porte est ouverte. Entrez, je vous prie.',
  doorFailed: 'La porte ne s’est pas ouverte. Veuillez rappeler. Au revoir.',
};
