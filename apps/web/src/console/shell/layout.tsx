import { AppShell, Burger, Group, NavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConnection } from '../connection.ts';
import { useMay } from '../session.tsx';
import { AccountMenu } from './account-menu.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import classes from './layout.module.css';
import { consolePages } from './pages.ts';
import { Search } from './search.tsx';
import { SessionEnded } from './session-ended.tsx';

function Navigation({ onChoose }: { onChoose: () => void }): ReactNode {
  const may = useMay();
  const { pathname } = useLocation();
  const isHere = (path: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path));
  return (
    <nav aria-label="Pages">
      {consolePages
        .filter(({ scope }) => may(scope))
        .map(({ path, name }) => (
          <NavLink
            key={path}
            component={Link}
            to={path}
            label={name}
            active={isHere(path)}
            aria-current={isHere(path) ? 'page' : undefined}
            variant="filled"
            onClick={onChoose}
            className={classes['link']}
          />
        ))}
    </nav>
  );
}

function AwayBanner(): ReactNode {
  if (useConnection() !== 'away') return null;
  return (
    <p role="alert" className={classes['away']}>
      The service does not answer. This page tries again by itself; what you have typed is kept.
    </p>
  );
}

/** The frame of all pages. */
export function Layout(): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
      classNames={{ main: classes['main'] ?? '' }}
    >
      <AppShell.Header px="md">
        <Group h="100%" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
          />
          <img src="/console/mark.svg" alt="" width="28" height="28" />
          <EnvironmentBadge />
          <div className={classes['grow']} />
          <Search />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation onChoose={close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <AwayBanner />
        <Outlet />
        <SessionEnded />
      </AppShell.Main>
    </AppShell>
  );
}
