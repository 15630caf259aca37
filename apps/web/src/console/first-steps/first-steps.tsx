import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSearchState } from '../list/use-search-state.ts';
import { Status } from '../parts/status.tsx';
import { progressOf, type Step } from './list-steps.ts';
import { useFirstSteps } from './use-first-steps.ts';

/** Statuses and words of the states. */
const states: Readonly<Record<Step['state'], { status: string; label: string }>> = {
  done: { status: 'SUCCESS', label: 'Done' },
  skipped: { status: 'SKIPPED', label: 'Skipped' },
  next: { status: 'PENDING', label: 'Next' },
  open: { status: 'OPEN', label: 'Open' },
};

interface StepRowProps {
  step: Step;
  skip: () => void;
}

/** One step: its state, its links and a button that skips it. */
function StepRow({ step, skip }: StepRowProps): ReactNode {
  const { title, note, state, links } = step;
  return (
    <List.Item>
      <Group gap="sm" justify="space-between">
        <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600}>{title}</Text>
            <Status {...states[state]} />
          </Group>
          <Text size="sm" c="var(--soft)">
            {note}
          </Text>
        </div>
        {state !== 'done' && (
          <Group gap="xs">
            {links.map(({ label, ...place }, index) => (
              <Button
                key={label}
                renderRoot={(root) => <Link {...root} {...place} />}
                size="compact-sm"
                variant={state === 'next' && index === 0 ? 'filled' : 'default'}
              >
                {label}
              </Button>
            ))}
            {state !== 'skipped' && (
              <Button size="compact-sm" variant="subtle" onClick={skip} aria-label={`Skip: ${title}`}>
                Skip
              </Button>
            )}
          </Group>
        )}
      </Group>
    </List.Item>
  );
}

/**
 * The steps from an empty company to its first invite. They disappear when all are done or skipped; `steps=true` in the
 * address shows them again.
 */
export function FirstSteps(): ReactNode {
  const { search, change } = useSearchState();
  const setup = useFirstSteps();
  const isAsked = search['steps'] === 'true';
  if (setup === null || setup.steps.length === 0 || (setup.next === undefined && !isAsked)) return null;
  const { steps, skip } = setup;
  const left = steps.filter(({ state }) => state === 'next' || state === 'open').map(({ name }) => name);
  const hide = (): void => {
    skip(left);
    change({ steps: undefined });
  };
  return (
    <Paper component="section" aria-label="First steps" withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          First steps
        </Title>
        <Text size="sm" role="status">
          {progressOf(steps)}
        </Text>
      </Group>
      <List type="ordered" spacing="md" listStyleType="none">
        {steps.map((step) => (
          <StepRow key={step.name} step={step} skip={() => skip([step.name])} />
        ))}
      </List>
      <Group justify="end" mt="sm">
        <Button size="compact-sm" variant="subtle" onClick={hide}>
          {left.length === 0 ? 'Hide' : 'Skip all'}
        </Button>
      </Group>
    </Paper>
  );
}
