/** What the console calls the fields of the API where it uses other words than their names. */
const names: Readonly<Record<string, string>> = {
  accessPointId: 'Door',
  accessPointIds: 'Doors',
  alertRecipients: 'Alerts by mail',
  digest: 'How often',
  email: 'E-mail',
  endsAt: 'End',
  events: 'Events',
  expiresAt: 'Works for',
  externalId: 'External id',
  from: 'From day',
  gracePeriodSeconds: 'The old secret ends',
  inviteeEmail: 'E-mail',
  inviteeName: 'Name',
  inviteePhone: 'Phone',
  fromNumber: 'Visitor’s number',
  line1: 'Street and number',
  planHash: 'The plan',
  propertyId: 'Building',
  propertyIds: 'Buildings',
  q: 'Search',
  ref: 'Controller',
  scopes: 'What the program may do',
  startsAt: 'Beginning',
  targetId: 'Id',
  to: 'To day',
  types: 'About',
  unitLabel: 'Unit',
};

const isName = (part: string): boolean => part !== '' && !/^\d+$/.test(part);

/** The names of a path, without the places in lists: `holders.0.name` has `holders` and `name`. */
export const partsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(isName);

/** A field of the API as people call it: `settings.inviteReminderHours.0` reads `Invite reminder hours`. */
export function nameOfField(path: string): string {
  const name = partsOf(path).at(-1) ?? path;
  const words = name.replace(/Ids?$/, '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A problem of a field that the form shows nowhere else. */
export interface OtherProblem {
  path: string;
  name: string;
  message: string;
}

/** The problems that no field of the form shows beside itself: `shown` has the fields that do. */
export function otherProblems(
  problems: Readonly<Record<string, string>>,
  shown: readonly string[],
): OtherProblem[] {
  return Object.entries(problems)
    .filter(([path]) => !partsOf(path).some((part) => shown.includes(part)))
    .map(([path, message]) => ({ path, name: nameOfField(path), message }));
}
