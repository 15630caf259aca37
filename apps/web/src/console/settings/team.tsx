import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { useMay } from '../session.tsx';
import { NewStaff } from './new-staff.tsx';
import { StaffDrawer } from './staff-drawer.tsx';
import { StaffList } from './staff-list.tsx';
import { StaffSessions } from './staff-sessions.tsx';

/** The company's staff: people, buildings, and for owners the sessions. */
export function Team(): ReactNode {
  const may = useMay();
  return (
    <>
      <PageHead title="Team" lead="Staff of the company. Your single sign-on sets their roles.">
        <NewStaff />
      </PageHead>
      <PageTabs
        tabs={[
          { name: 'staff', label: 'Staff', show: () => <StaffList /> },
          ...(may('tenants:write')
            ? [{ name: 'sessions', label: 'Sessions', show: () => <StaffSessions /> }]
            : []),
        ]}
      />
      <StaffDrawer />
    </>
  );
}
