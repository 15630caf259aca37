import { Badge, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { chooseEnvironment, chosenEnvironment } from '../environment.ts';
import { useMay, useSession } from '../session.tsx';
import classes from './layout.module.css';

const colors: Readonly<Record<string, string>> = {
  PROD: 'var(--solid-bad)',
  STAGING: 'var(--solid-warn)',
  TEST: 'var(--solid-good)',
};

/** Reads the figures of the tenant. */
export function useStats() {
  const may = useMay();
  return useQuery({
    queryKey: ['stats'],
    queryFn: () => read(api.GET('/api/admin/stats')),
    enabled: may('analytics:read'),
    select: ({ stats }) => stats,
    refetchInterval: 60_000,
  });
}

/** Returns the environment of this tab. An unknown one counts as production. */
export const environmentName = (): string => chosenEnvironment() ?? 'PROD';

/** The environment of this tab, red for production, with a menu of the others. */
export function EnvironmentBadge(): ReactNode {
  const { environments } = useSession();
  const current = environmentName();
  const color = colors[current] ?? 'var(--solid-muted)';
  const others = environments.filter((name) => name !== current);
  if (others.length === 0)
    return (
      <Badge color={color} className={classes['fixed']}>
        {current}
      </Badge>
    );
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="compact-sm"
          color={color}
          className={classes['fixed']}
          aria-label={`Environment ${current}. Switch`}
        >
          {current}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Switch environment</Menu.Label>
        {others.map((name) => (
          <Menu.Item key={name} onClick={() => chooseEnvironment(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
