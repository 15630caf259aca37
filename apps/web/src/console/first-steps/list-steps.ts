import type { SearchState } from '../list/use-search-state.ts';

/** A step of a company's set-up. */
export type StepName = 'building' | 'units' | 'door' | 'number' | 'invite';

/** A page, and the name of the act that it begins with. */
export interface StepLink {
  label: string;
  to: '/buildings' | '/buildings/$id' | '/imports' | '/invites' | '/numbers';
  params: { id?: string };
  search: SearchState;
}

/** The state of the company that decides about the steps. */
export interface SetupFacts {
  counts: Readonly<Record<StepName, number>>;
  /** The building that gets units and doors; null before the first one. */
  propertyId: string | null;
  freeNumbers: number;
}

/** A step with its state: only one step at a time is the next. */
export interface Step {
  name: StepName;
  title: string;
  note: string;
  state: 'done' | 'skipped' | 'next' | 'open';
  /** The first link is the usual way. Empty while the building that the step needs is missing. */
  links: readonly StepLink[];
}

interface StepPlan extends Pick<Step, 'name' | 'title' | 'note'> {
  /** The scopes that it needs. */
  scopes: readonly string[];
  linksOf: (facts: SetupFacts) => StepLink[];
}

const link = (
  label: string,
  to: StepLink['to'],
  search: SearchState = {},
  id: string | null = null,
): StepLink => ({ label, to, params: id === null ? {} : { id }, search });

/** Returns a link into the building, if there is one. */
const inBuilding = ({ propertyId }: SetupFacts, label: string, search: SearchState): StepLink[] =>
  propertyId === null ? [] : [link(label, '/buildings/$id', search, propertyId)];

const plans: readonly StepPlan[] = [
  {
    name: 'building',
    title: 'Building',
    note: 'Its name, country and time zone.',
    scopes: ['properties:write'],
    linksOf: () => [link('New building', '/buildings', { new: 'true' })],
  },
  {
    name: 'units',
    title: 'Units',
    note: 'Type or paste their labels, or import a list with residents.',
    scopes: ['units:write'],
    linksOf: (facts) => [
      ...inBuilding(facts, 'Add units', { new: 'units' }),
      ...(facts.propertyId === null ? [] : [link('Import a list', '/imports')]),
    ],
  },
  {
    name: 'door',
    title: 'Door',
    note: 'Its controller reports to this system, and residents open it.',
    scopes: ['access-points:read', 'access-points:write'],
    linksOf: (facts) => inBuilding(facts, 'New door', { tab: 'doors', new: 'true' }),
  },
  {
    name: 'number',
    title: 'Phone number',
    note: 'Visitors call it at the entrance, and it rings the residents.',
    scopes: ['virtual-numbers:write'],
    linksOf: ({ freeNumbers, propertyId }) => {
      if (propertyId === null) return [];
      if (freeNumbers > 0) return [link('Assign number', '/numbers', { status: 'AVAILABLE' })];
      return [link('Add number', '/numbers', { new: 'true' })];
    },
  },
  {
    name: 'invite',
    title: 'First invite',
    note: 'The resident signs up by its link.',
    scopes: ['onboarding:write'],
    linksOf: ({ propertyId }) =>
      propertyId === null ? [] : [link('Invite resident', '/invites', { new: 'true' })],
  },
];

/** Returns the steps that a person may do, in their order. A skipped step without its entity stays skipped. */
export function listSteps(
  facts: SetupFacts,
  skipped: readonly string[],
  may: (scope: string) => boolean,
): Step[] {
  const allowed = plans.filter(({ scopes }) => scopes.every(may));
  const isOpen = ({ name }: StepPlan): boolean => facts.counts[name] === 0 && !skipped.includes(name);
  const next = allowed.find(isOpen);
  return allowed.map((plan) => {
    const { name, title, note, linksOf } = plan;
    const begun = plan === next ? 'next' : 'open';
    const left = facts.counts[name] > 0 ? 'done' : 'skipped';
    return { name, title, note, state: isOpen(plan) ? begun : left, links: linksOf(facts) };
  });
}

/** Returns the progress in words: `2 of 5 done`. */
export const progressOf = (steps: readonly Step[]): string =>
  `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`;
