import { Button, Fieldset, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMay } from '../session.tsx';
import { scopePresets, scopeSubjects, type ScopePreset, type ScopeSubject } from './scopes.ts';

/** What the person may give away: an issuer grants only what it holds. */
function useGrantable(): readonly ScopeSubject[] {
  const may = useMay();
  const holds = (scope: string): boolean =>
    may(scope.replace(':*', ':write')) && may(scope.replace(':*', ':read'));
  return scopeSubjects
    .map(({ name, choices }) => ({ name, choices: choices.filter(({ scopes }) => scopes.every(holds)) }))
    .filter(({ choices }) => choices.length > 0);
}

type Chosen = Readonly<Record<string, string>>;

const labelsOf = (preset: ScopePreset, subjects: readonly ScopeSubject[]): Chosen =>
  Object.fromEntries(subjects.map((subject) => [subject.name, preset.choose(subject)?.label ?? '']));

const isSame = (one: Chosen, other: Chosen): boolean =>
  Object.entries(one).every(([name, label]) => label === (other[name] ?? ''));

interface PresetsProps {
  presets: readonly (ScopePreset & { labels: Chosen })[];
  chosen: Chosen;
  choose: (labels: Chosen) => void;
}

function Presets({ presets, chosen, choose }: PresetsProps): ReactNode {
  const current = presets.find(({ labels }) => isSame(labels, chosen));
  return (
    <Stack gap={4} mb="sm">
      <Group gap="xs" role="group" aria-label="Begin with">
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
        {current ? `${current.name}, ${current.note}.` : 'Begin with one of these, or choose below.'}
      </Text>
    </Stack>
  );
}

/** What a program may do: a preset to begin with, and the right for each kind of thing. */
export function ScopeFields(): ReactNode {
  const subjects = useGrantable();
  const [chosen, setChosen] = useState<Chosen>({});
  const presets = scopePresets.map((preset) => ({ ...preset, labels: labelsOf(preset, subjects) }));
  return (
    <Fieldset legend="What the program may do">
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
            data={[{ value: '', label: 'Nothing' }, ...choices.map(({ label }) => ({ value: label, label }))]}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
