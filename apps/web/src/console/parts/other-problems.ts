/** Labels of API fields that differ from their names. */
const names: Readonly<Record<string, string>> = {
  accessPointId: 'Door',
  accessPointIds: 'Doors',
  alertRecipients: 'E-mail alerts',
  digest: 'Frequency',
  email: 'E-mail',
  endsAt: 'End',
  events: 'Events',
  expiresAt: 'Lifetime',
  externalId: 'External id',
  from: 'From day',
  gracePeriodSeconds: 'Expiry of the old key',
  inviteeEmail: 'E-mail',
  inviteeName: 'Name',
  inviteePhone: 'Phone',
  fromNumber: 'Visitor’s number',
  line1: 'Street and number',
  planHash: 'Plan',
  propertyId: 'Building',
  propertyIds: 'Buildings',
  q: 'Search',
  ref: 'Controller',
  scopes: 'Permissions',
  startsAt: 'Start',
  targetId: 'Id',
  to: 'To day',
  types: 'Alerts',
  unitLabel: 'Unit',
};

const isName = (part: string): boolean => part !== '' && !/^\d+$/.test(part);

/** Returns the names of a path without list indexes: `holders.0.name` has `holders` and `name`. */
export const partsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(isName);

/** Returns the label of an API field: `settings.inviteReminderHours.0` reads `Invite reminder hours`. */
export function nameOfField(path: string): string {
  const name = partsOf(path).at(-1) ?? path;
  const words = name.replace(/Ids?$/, '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** An error of a field that shows none itself. */
export interface OtherProblem {
  path: string;
  name: string;
  message: string;
}

/** Returns the errors of all fields except those in `shown`, which show their own. */
export function otherProblems(
  problems: Readonly<Record<string, string>>,
  shown: readonly string[],
): OtherProblem[] {
  return Object.entries(problems)
    .filter(([path]) => ![path, ...partsOf(path)].some((part) => shown.includes(part)))
    .map(([path, message]) => ({ path, name: nameOfField(path), message }));
}
