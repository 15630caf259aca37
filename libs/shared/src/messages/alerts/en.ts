/** Texts of the alert mails, in English. */
export const enAlerts = {
  digest: '{count} alerts in the last 24 hours',
  more: 'And {count} more.',
  footer: 'You receive this e-mail because you are an alert recipient in the settings of the company.',
  /** A unit whose label is a number, at the beginning of a line. */
  unit: 'Unit {label}',
  key: '{name} (expires {date})',
  kinds: {
    'door.offline': {
      one: 'A door is offline',
      many: '{count} doors are offline',
      advice: 'Check the power and the network of the controller. Residents cannot open the door by app.',
    },
    'door.held': {
      one: 'A door is held open',
      many: '{count} doors are held open',
      advice: 'Have someone close the door.',
    },
    'door.forced': {
      one: 'A door was forced open',
      many: '{count} doors were forced open',
      advice: 'Have someone check the door.',
    },
    'unit.unreachable': {
      one: 'A unit cannot be reached',
      many: '{count} units cannot be reached',
      advice: 'Check in the console whether the unit would ring. It shows what is missing.',
    },
    'report.created': {
      one: 'A resident has reported a problem',
      many: 'Residents have reported {count} problems',
      advice: 'Read the reports in the console.',
    },
    'key.expiring': {
      one: 'An API key expires soon',
      many: '{count} API keys expire soon',
      advice: 'Rotate the key before it expires.',
    },
    'key.leaked': {
      one: 'An API key is public',
      many: '{count} API keys are public',
      advice: 'Revoke the key in the console if it still works, and give the integration a new one.',
    },
    'endpoint.failing': {
      one: 'A webhook endpoint was disabled',
      many: '{count} webhook endpoints were disabled',
      advice: 'Repair the receiver, set the endpoint to ACTIVE, and recover the events that it has missed.',
    },
  },
};
