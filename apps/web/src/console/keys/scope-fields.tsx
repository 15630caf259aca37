import { Button, Fieldset, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMay } from '../session.tsx';
import { scopePresets, scopeSubjects, type ScopePreset, type ScopeSubject } from './scopes.ts';

/** Returns the scopes that the person may grant: an issuer grants only scopes that it holds. */
function useGrantable(): readonly ScopeSubject[] {
  const may = useMay();
  const holds = (scope: string): boolean =>
    may(scope.replace(':*', ':write')) && may(scope.replace(':*', ':read'));
  return scopeSubjects
    .map(({ name, choices }) => ({ name, choices: choices.filter(({ scopes }) => scopes.every(holds)) }))
    .filter(({ choices }) => choices.length > 0);
}

type ScopeLabels = Readonly<Record<string, string>>;

const labelsOf = (preset: ScopePreset, subjects: readonly ScopeSubject[]): ScopeLabels =>
  Object.fromEntries(subjects.map((subject) => [subject.name, preset.choose(subject)?.label ?? '']));

const isSame = (one: ScopeLabels, other: ScopeLabels): boolean =>
  Object.entries(one).every(([name, label]) => label === (other[name] ?? ''));

interface PresetsProps {
  presets: readonly (ScopePreset & { labels: ScopeLabels })[];
  chosen: ScopeLabels;
  choose: (labels: ScopeLabels) => void;
}

function Presets({ presets, chosen, choose }: PresetsProps): ReactNode {
  const current = presets.find(({ labels }) => isSame(labels, chosen));
  return (
    <Stack gap={4} mb="sm">
      <Group gap="xs" role="group" aria-label="Presets">
        {presets.map((preset) => (
          <Button
            key={preset.name}
            size="compact-md"
            variant={preset === current ? 'filled' : 'default'}
            aria-pressed={preset === current}
            onClick={() => choose(preset.labels)}
          >
            {preset.name}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="var(--soft)" role="status">
        {current ? `${current.name}, ${current.note}.` : 'Choose a preset, or choose permissions below.'}
      </Text>
    </Stack>
  );
}

/** The permissions of a program: presets, and a choice for each resource. */
export function ScopeFields(): ReactNode {
  const subjects = useGrantable();
  const [chosen, setChosen] = useState<ScopeLabels>({});
  const presets = scopePresets.map((preset) => ({ ...preset, labels: labelsOf(preset, subjects) }));
  return (
    <Fieldset legend="Permissions">
      <Presets presets={presets} chosen={chosen} choose={setChosen} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {subjects.map(({ name, choices }) => (
          <NativeSelect
            key={name}
            name={`scopes of ${name}`}
            label={name}
            value={chosen[name] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setChosen((before) => ({ ...before, [name]: value }));
            }}
            data={[{ value: '', label: 'None' }, ...choices.map(({ label }) => ({ value: label, label }))]}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
