import { Group, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStats } from '../shell/environment-badge.tsx';
import { progressOf } from './list-steps.ts';
import { useFirstSteps } from './use-first-steps.ts';

function Line(): ReactNode {
  const setup = useFirstSteps();
  const [first] = setup?.next?.links ?? [];
  if (!setup || !first) return null;
  const { label, ...place } = first;
  return (
    <section aria-label="First steps">
      <Group gap="xs" mb="sm">
        <Text size="sm">First steps: {progressOf(setup.steps)}. Next:</Text>
        <Link {...place}>{label}</Link>
        <Link to="/" search={{}}>
          All steps
        </Link>
      </Group>
    </section>
  );
}

/** The next step of the set-up, on every page but Today, until the company has its first invite. */
export function NextStep(): ReactNode {
  const { pathname } = useLocation();
  const { data } = useStats();
  if (pathname === '/' || !data) return null;
  const { pending, accepted, expired } = data.invites;
  return pending + accepted + expired === 0 && <Line />;
}
