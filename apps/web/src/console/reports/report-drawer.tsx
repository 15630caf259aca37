import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { HomeLink } from '../buildings/home-link.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { UserName } from '../residents/user-name.tsx';
import { useMay } from '../session.tsx';
import { useDoorName } from '../today/use-doors.ts';
import { kindWords, statusWords, type Report } from './describe-report.ts';

async function loadReport(id: string): Promise<Report> {
  const { report } = await read(api.GET('/api/admin/reports/{id}', { params: { path: { id } } }));
  return report;
}

/** Saves the status of a report, unless the report has changed meanwhile. */
const saveStatus = ({ id, version }: Report, status: Report['status']) =>
  read(
    api.PATCH('/api/admin/reports/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${version}"` } },
      body: { status },
    }),
  );

function DoorLink({ id }: { id: string }): ReactNode {
  return (
    <Link to="/doors" search={{ open: id }}>
      {useDoorName(id)}
    </Link>
  );
}

/** A button that closes or reopens a report. */
function StatusChange({ report }: { report: Report }): ReactNode {
  const isOpen = report.status === 'OPEN';
  const change = useApiMutation(
    () => saveStatus(report, isOpen ? 'DONE' : 'OPEN'),
    isOpen ? 'Marked as done.' : 'Reopened.',
  );
  return (
    <>
      {change.error && <FaultAlert fault={change.error} />}
      <Group>
        <Button
          variant={isOpen ? 'filled' : 'default'}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {isOpen ? 'Mark as done' : 'Reopen'}
        </Button>
      </Group>
    </>
  );
}

function Overview({ report }: { report: Report }): ReactNode {
  const may = useMay();
  const { status, kind, text, userId, unitId, propertyId, accessPointId, createdAt } = report;
  return (
    <Stack mt="md">
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      <Facts
        rows={[
          ['Status', <Status key="status" status={status} label={statusWords[status]} />],
          ['About', kindWords[kind]],
          ['Door', accessPointId && <DoorLink key="door" id={accessPointId} />],
          ['Resident', <UserName key="user" id={userId} />],
          ['Home', <HomeLink key="home" unitId={unitId} propertyId={propertyId} />],
          ['Reported', <Time key="at" isExact at={createdAt} />],
        ]}
      />
      {may('users:write') && <StatusChange report={report} />}
    </Stack>
  );
}

/** One report of a resident, with a button that closes it. */
export function ReportDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="reports"
      path="/api/admin/reports"
      load={loadReport}
      title={({ kind }) => `Report: ${kindWords[kind].toLowerCase()}`}
      overview={(report) => <Overview report={report} />}
    />
  );
}
