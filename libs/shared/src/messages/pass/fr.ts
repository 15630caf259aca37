import type { enPass } from './en.ts';

/** Texts for guests with a pass: its page, and the mail with its link; in French. */
export const frPass: typeof enPass = {
  pass: {
    title: 'Votre pass – {property}',
    guest: 'Pour {name}.',
    period: 'Valable\u00A0: {times}.',
    daily: '{days}, de {from} à {to}.',
    allDay: '{days}, toute la journée.',
    everyDay: 'Tous les jours',
    localTime: 'Les heures sont celles de l’immeuble.',
    pinHeading: 'Votre code PIN',
    pinHint: 'Saisissez-le sur le clavier de la porte.',
    doorsHeading: 'Ouvrir une porte',
    open: 'Ouvrir {door}',
    offline: '{door} ne répond pas pour le moment. L’ouverture peut échouer.',
    notNow: 'Le pass n’ouvre aucune porte en ce moment. Revenez quand il est valable.',
    usedUp: 'Le pass est épuisé. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    usesLeft: 'Utilisations restantes\u00A0: {count}.',
    opening: 'Ouverture\u00A0: {door}',
    openingAdvice: 'Cela prend quelques secondes.',
    showResult: 'Afficher le résultat',
    opened: '{door}\u00A0: c’est ouvert',
    openedAdvice: 'La porte l’a confirmé à {time}. Entrez maintenant.',
    unanswered: '{door} n’a pas répondu',
    unansweredAdvice:
      'Elle s’est peut-être ouverte quand même. Essayez d’abord la porte, puis réessayez ici.',
    failed: '{door} ne s’est pas ouverte',
    failedAdvice:
      'Réessayez dans une minute. Si cela ne marche pas, appelez la personne qui vous a envoyé le pass.',
    back: 'Retour au pass',
  },
  passMail: {
    offer: '{tenant} a créé un pass pour vous. Il ouvre des portes ici\u00A0: {property}.',
    purpose:
      'Le lien ouvre les portes. Tant que le pass est valable, il affiche aussi votre code PIN pour les claviers.',
    button: 'Ouvrir le pass',
  },
};
