import type { Entity } from '../api.ts';

type Scope = Entity<'Scope'>;

/** A resource whose scopes end in `:read` and `:*`. */
type ScopedResource = Extract<Scope, `${string}:*`> extends `${infer Resource}:*` ? Resource : never;

/** A permission for one resource, with its scopes. */
export interface ScopeChoice {
  label: string;
  scopes: readonly Scope[];
}

/** A resource by its name on pages, with the permissions that can be granted. */
export interface ScopeSubject {
  name: string;
  choices: readonly ScopeChoice[];
}

const readAndChange = (resource: ScopedResource, name: string): ScopeSubject => ({
  name,
  choices: [
    { label: 'Read', scopes: [`${resource}:read`] },
    { label: 'Read and change', scopes: [`${resource}:*`] },
  ],
});

const readOnly = (resource: ScopedResource | 'events', name: string): ScopeSubject => ({
  name,
  choices: [{ label: 'Read', scopes: [`${resource}:read`] }],
});

/** All permissions that a key can have. */
export const scopeSubjects: readonly ScopeSubject[] = [
  readAndChange('properties', 'Buildings'),
  readAndChange('units', 'Units'),
  readAndChange('users', 'Residents and staff'),
  {
    name: 'Invites',
    choices: [
      { label: 'Read', scopes: ['onboarding:read'] },
      { label: 'Read and send', scopes: ['onboarding:read', 'onboarding:dispatch'] },
      { label: 'Read, send and change', scopes: ['onboarding:*'] },
    ],
  },
  readAndChange('imports', 'Imports'),
  readOnly('calls', 'Calls'),
  {
    name: 'Doors',
    choices: [
      { label: 'Read', scopes: ['access-points:read'] },
      { label: 'Read and open', scopes: ['access-points:read', 'access-points:unlock'] },
      { label: 'Read, open and change', scopes: ['access-points:*'] },
    ],
  },
  readOnly('access-events', 'Door events'),
  readAndChange('passes', 'Passes'),
  readAndChange('devices', 'Devices'),
  readAndChange('virtual-numbers', 'Numbers'),
  readAndChange('webhooks', 'Webhooks'),
  readOnly('events', 'Event feed'),
  readOnly('analytics', 'Figures'),
  readOnly('audit', 'Audit'),
  readAndChange('api-keys', 'API keys'),
  readAndChange('tenants', 'Company and settings'),
];

/** A named set of permissions, with one choice or none for each resource. */
export interface ScopePreset {
  name: string;
  /** The purpose. */
  note: string;
  /** Returns the choice for a resource; undefined for none. */
  choose: (subject: ScopeSubject) => ScopeChoice | undefined;
}

const widest = ({ choices }: ScopeSubject): ScopeChoice | undefined => choices.at(-1);

/** Resources of a program that adds homes and residents and invites them. */
const onboarding = new Set(['Buildings', 'Units', 'Residents and staff', 'Invites', 'Imports']);

/** The presets. Only “Everything” permits a key to create keys. */
export const scopePresets: readonly ScopePreset[] = [
  {
    name: 'Read only',
    note: 'for reports and displays',
    choose: ({ name, choices }) => (name === 'API keys' ? undefined : choices[0]),
  },
  {
    name: 'Onboarding integration',
    note: 'for a roster that adds homes, residents and invites',
    choose: (subject) => (onboarding.has(subject.name) ? widest(subject) : undefined),
  },
  { name: 'Everything', note: 'for a program that you trust as much as yourself', choose: widest },
];

const verbs: Readonly<Record<string, string>> = {
  read: 'read',
  write: 'change',
  '*': 'read and change',
  unlock: 'open',
  dispatch: 'send',
};

const resourceNames: ReadonlyMap<string, string> = new Map(
  scopeSubjects.map(({ name, choices }) => [choices[0]?.scopes[0]?.split(':')[0] ?? '', name]),
);

/** Describes scopes in plain words, one line for each resource: `Doors: read, open`. */
export function describeScopes(scopes: readonly string[]): string[] {
  const groups = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? scope);
  return [...groups].map(([resource, all]) => {
    const words = all.map((scope) => verbs[scope.split(':')[1] ?? ''] ?? scope);
    return `${resourceNames.get(resource) ?? resource}: ${words.join(', ')}`;
  });
}
