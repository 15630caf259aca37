import type { enAlerts } from './en.ts';

/** Texts of the alert mails, in German. */
export const deAlerts: typeof enAlerts = {
  digest: '{count} Meldungen der letzten 24 Stunden',
  more: 'Und {count} weitere.',
  footer:
    'Sie erhalten diese Nachricht, weil Sie in den Einstellungen des Unternehmens als Empfänger stehen.',
  unit: 'Wohnung {label}',
  key: '{name} (läuft am {date} ab)',
  kinds: {
    'door.offline': {
      one: 'Eine Tür ist nicht erreichbar',
      many: '{count} Türen sind nicht erreichbar',
      advice: 'Prüfen Sie Strom und Netz der Steuerung. Bewohner können die Tür nicht mit der App öffnen.',
    },
    'door.held': {
      one: 'Eine Tür steht offen',
      many: '{count} Türen stehen offen',
      advice: 'Lassen Sie die Tür schließen.',
    },
    'door.forced': {
      one: 'Eine Tür wurde gewaltsam geöffnet',
      many: '{count} Türen wurden gewaltsam geöffnet',
      advice: 'Lassen Sie jemanden nach der Tür sehen.',
    },
    'unit.unreachable': {
      one: 'Eine Wohnung ist nicht zu erreichen',
      many: '{count} Wohnungen sind nicht zu erreichen',
      advice: 'Prüfen Sie in der Konsole, ob es in der Wohnung klingeln würde. Dort steht, was fehlt.',
    },
    'report.created': {
      one: 'Ein Bewohner hat ein Problem gemeldet',
      many: 'Bewohner haben {count} Probleme gemeldet',
      advice: 'Lesen Sie die Meldungen in der Konsole.',
    },
    'key.expiring': {
      one: 'Ein API-Schlüssel läuft bald ab',
      many: '{count} API-Schlüssel laufen bald ab',
      advice: 'Ersetzen Sie den Schlüssel, bevor er abläuft.',
    },
    'key.leaked': {
      one: 'Ein API-Schlüssel ist öffentlich',
      many: '{count} API-Schlüssel sind öffentlich',
      advice:
        'Widerrufen Sie den Schlüssel in der Konsole, falls er noch gilt, und geben Sie der Integration einen neuen.',
    },
    'endpoint.failing': {
      one: 'Ein Webhook-Ziel wurde abgeschaltet',
      many: '{count} Webhook-Ziele wurden abgeschaltet',
      advice:
        'Reparieren Sie den Empfänger, setzen Sie das Ziel auf ACTIVE und holen Sie die verpassten Ereignisse nach.',
    },
  },
};
