import { AppShell, Burger, Group, NavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NextStep } from '../first-steps/next-step.tsx';
import { useMay } from '../session.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AwayBanner } from './away-banner.tsx';
import { CompanyMark } from './company-mark.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import classes from './layout.module.css';
import { PageIcon } from './page-icon.tsx';
import { consolePages } from './pages.ts';
import { Search } from './search.tsx';
import { SessionEnded } from './session-ended.tsx';

interface NavigationProps {
  onChoose: () => void;
}

function Navigation({ onChoose }: NavigationProps): ReactNode {
  const may = useMay();
  const { pathname } = useLocation();
  const isHere = (path: string): boolean => (path === '/' ? pathname === '/' : pathname.startsWith(path));
  const groups = Map.groupBy(
    consolePages.filter(({ scope }) => may(scope)),
    ({ group }) => group,
  );
  return (
    <nav aria-label="Pages" className={classes['pages']}>
      {[...groups].map(([group, pages]) => (
        <div key={group}>
          {pages.map(({ path, name }) => (
            <NavLink
              key={path}
              component={Link}
              to={path}
              label={name}
              leftSection={<PageIcon path={path} />}
              active={isHere(path)}
              aria-current={isHere(path) ? 'page' : undefined}
              onClick={onChoose}
              className={classes['link']}
            />
          ))}
        </div>
      ))}
    </nav>
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
      classNames={{ main: classes['main'] ?? '', navbar: classes['navbar'] ?? '' }}
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
          <CompanyMark />
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
        <NextStep />
        <Outlet />
        <SessionEnded />
      </AppShell.Main>
    </AppShell>
  );
}
