import type { enVoice } from './en.ts';

/** Announcements in a visitor's call, in German. */
export const deVoice: typeof enVoice = {
  unavailable:
    'Es tut uns leid. Ihr Anruf kann gerade nicht verbunden werden. Bitte versuchen Sie es später noch einmal.',
  notInService: 'Diese Nummer ist nicht vergeben. Bitte prüfen Sie die Nummer. Auf Wiederhören.',
  askUnit:
    'Willkommen bei {place}. Geben Sie die Nummer oder den Code der Wohnung ein und drücken Sie dann die Rautetaste.',
  askUnitAgain:
    'Diese Wohnung gibt es nicht. Geben Sie die Nummer oder den Code noch einmal ein und drücken Sie dann die Rautetaste.',
  unitUnknown:
    'Diese Wohnung gibt es nicht. Bitte fragen Sie nach dem richtigen Code und rufen Sie noch einmal an. Auf Wiederhören.',
  nobody: 'Gerade kann niemand antworten. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
  calling: 'Wir rufen die Bewohner. Bitte bleiben Sie am Apparat.',
  linesBusy:
    'Alle Leitungen sind gerade belegt. Bitte rufen Sie in ein paar Minuten noch einmal an. Auf Wiederhören.',
  offer: 'Besuch ruft an von {place}. Drücken Sie {talk}, um zu sprechen.',
  offerDoor: 'Drücken Sie {open}, um die Tür zu öffnen.',
  taken: 'Der Anruf wurde schon angenommen. Auf Wiederhören.',
  visitorGone: 'Der Besuch hat aufgelegt. Auf Wiederhören.',
  goodbye: 'Auf Wiederhören.',
  doorOpening: 'Die Tür wird geöffnet. Auf Wiederhören.',
  doorDenied: 'Sie dürfen diese Tür nicht öffnen. Bitte fragen Sie Ihre Hausverwaltung. Auf Wiederhören.',
  doorBusy: 'Die Tür kann gerade nicht geöffnet werden. Auf Wiederhören.',
  doorOpen: 'Die Tür ist offen. Bitte treten Sie ein.',
  doorFailed: 'Die Tür ging nicht auf. Bitte rufen Sie noch einmal an. Auf Wiederhören.',
};
