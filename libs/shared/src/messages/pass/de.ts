import type { enPass } from './en.ts';

/** Texts for guests with a pass: its page, and the mail with its link; in German. */
export const dePass: typeof enPass = {
  pass: {
    title: 'Ihr Gästepass: {property}',
    guest: 'Für {name}.',
    period: 'Gültig: {times}.',
    daily: '{days}, {from} bis {to}.',
    allDay: '{days}, ganztägig.',
    everyDay: 'Jeden Tag',
    localTime: 'Es gilt die Uhrzeit am Gebäude.',
    pinHeading: 'Ihre PIN',
    pinHint: 'Geben Sie sie am Tastenfeld der Tür ein.',
    doorsHeading: 'Eine Tür öffnen',
    open: '{door} öffnen',
    offline: '{door} meldet sich gerade nicht. Das Öffnen kann fehlschlagen.',
    notNow: 'Der Gästepass öffnet gerade keine Tür. Kommen Sie wieder, wenn er gilt.',
    usedUp: 'Der Gästepass ist aufgebraucht. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    usesLeft: 'Noch nutzbar: {count}-mal.',
    opening: '{door} wird geöffnet',
    openingAdvice: 'Das dauert ein paar Sekunden.',
    showResult: 'Ergebnis anzeigen',
    opened: '{door} ist offen',
    openedAdvice: 'Die Tür hat es um {time} bestätigt. Gehen Sie jetzt hinein.',
    unanswered: '{door} hat nicht geantwortet',
    unansweredAdvice:
      'Vielleicht ist sie trotzdem offen. Prüfen Sie zuerst die Tür und versuchen Sie es dann hier noch einmal.',
    failed: '{door} hat sich nicht geöffnet',
    failedAdvice:
      'Versuchen Sie es in einer Minute noch einmal. Geht es dann nicht, rufen Sie die Person an, die Ihnen den Gästepass geschickt hat.',
    back: 'Zurück zum Gästepass',
  },
  passMail: {
    offer: '{tenant} hat einen Gästepass für Sie erstellt. Er öffnet Türen in: {property}.',
    purpose:
      'Über den Link öffnen Sie die Türen. Solange der Gästepass gilt, zeigt er auch Ihre PIN für die Tastenfelder.',
    button: 'Gästepass öffnen',
  },
};
