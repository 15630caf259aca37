import type { enAlerts } from './en.ts';

/** Texts of the alert mails, in French. */
export const frAlerts: typeof enAlerts = {
  digest: '{count} alertes ces dernières 24 heures',
  more: 'Et {count} de plus.',
  footer: 'Vous recevez ce message car vous êtes destinataire des alertes dans les réglages de l’entreprise.',
  unit: 'Logement {label}',
  key: '{name} (expire le {date})',
  kinds: {
    'door.offline': {
      one: 'Une porte est hors ligne',
      many: '{count} portes sont hors ligne',
      advice:
        'Vérifiez le courant et le réseau du contrôleur. Les résidents ne peuvent pas ouvrir la porte avec l’application.',
    },
    'door.held': {
      one: 'Une porte reste ouverte',
      many: '{count} portes restent ouvertes',
      advice: 'Faites fermer la porte.',
    },
    'door.forced': {
      one: 'Une porte a été forcée',
      many: '{count} portes ont été forcées',
      advice: 'Faites vérifier la porte sur place.',
    },
    'unit.unreachable': {
      one: 'Un logement est injoignable',
      many: '{count} logements sont injoignables',
      advice: 'Vérifiez dans la console si le logement peut être appelé. Elle indique ce qui manque.',
    },
    'report.created': {
      one: 'Un résident a signalé un problème',
      many: 'Des résidents ont signalé {count} problèmes',
      advice: 'Consultez les signalements dans la console.',
    },
    'key.expiring': {
      one: 'Une clé d’API expire bientôt',
      many: '{count} clés d’API expirent bientôt',
      advice: 'Remplacez la clé avant qu’elle n’expire.',
    },
    'key.leaked': {
      one: 'Une clé d’API est publique',
      many: '{count} clés d’API sont publiques',
      advice:
        'Révoquez la clé dans la console si elle fonctionne encore, puis donnez-en une nouvelle à l’intégration.',
    },
    'endpoint.failing': {
      one: 'Une destination de webhooks a été désactivée',
      many: '{count} destinations de webhooks ont été désactivées',
      advice: 'Réparez le récepteur, remettez la destination sur ACTIVE et récupérez les événements manqués.',
    },
  },
};
