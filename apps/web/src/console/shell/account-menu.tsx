import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { showToast } from '../parts/show-toast.ts';
import { expectNoSession } from '../session-hint.ts';
import { useMay, useSession } from '../session.tsx';
import classes from './layout.module.css';

/** Returns the initials of a name, for narrow screens. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const schemes = { light: 'Light', dark: 'Dark', auto: 'System' } as const;

/** The choice of the colour scheme. */
function SchemeChoice(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(chosen) => setColorScheme(chosen as keyof typeof schemes)}
      >
        {Object.entries(schemes).map(([scheme, name]) => (
          <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}

/** A menu with the signed-in person, the colour scheme and the sign-out. */
export function AccountMenu(): ReactNode {
  const { staff } = useSession();
  const may = useMay();
  const logout = useMutation({
    mutationFn: () => read(api.POST('/api/admin/auth/logout')),
    onSuccess: ({ logoutUrl }) => {
      expectNoSession();
      location.assign(logoutUrl ?? '/console');
    },
    onError: (fault) => showToast(fault.message, 'bad'),
  });
  const name = staff.name ?? staff.email ?? 'Account';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          c="var(--ink)"
          size="compact-sm"
          aria-label={`${name}, ${initialsOf(name)}`}
          className={classes['fixed']}
        >
          <span className={classes['wide']}>{name}</span>
          <span className={classes['narrow']}>{initialsOf(name)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {staff.email} {staff.role && `· ${staff.role.toLowerCase().replace('_', ' ')}`}
        </Menu.Label>
        {may('properties:write') && (
          <Menu.Item renderRoot={(root) => <Link {...root} to="/" search={{ steps: 'true' }} />}>
            First steps
          </Menu.Item>
        )}
        <SchemeChoice />
        <Menu.Item onClick={() => logout.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
