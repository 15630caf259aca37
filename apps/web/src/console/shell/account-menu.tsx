import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { tell } from '../parts/tell.ts';
import { expectNoSession } from '../session-hint.ts';
import { useSession } from '../session.tsx';

/** Who is signed in, and the way out. */
export function AccountMenu(): ReactNode {
  const { staff } = useSession();
  const logout = useMutation({
    mutationFn: () => read(api.POST('/api/admin/auth/logout')),
    onSuccess: ({ logoutUrl }) => {
      expectNoSession();
      location.assign(logoutUrl ?? '/console');
    },
    onError: (fault) => tell(fault.message, 'bad'),
  });
  const name = staff.name ?? staff.email ?? 'Account';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="dark" size="compact-sm">
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {staff.email} {staff.role && `· ${staff.role.toLowerCase().replace('_', ' ')}`}
        </Menu.Label>
        <Menu.Item onClick={() => logout.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
