import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Status } from '../parts/status.tsx';
import { Figure } from '../parts/figure.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { useProperty } from '../list/use-properties.ts';
import { useMay } from '../session.tsx';
import { Columns } from './columns.tsx';
import { Commit } from './commit.tsx';
import { nameOfImport, statusWords } from './describe-import.ts';
import { Faults } from './faults.tsx';
import { useImport, type Import } from './import-queries.ts';
import { ImportProgress, Outcome } from './outcome.tsx';
import { Rows } from './rows.tsx';
import { useCorrection } from './use-correction.ts';

function Totals({ plan: { totals, newUnits } }: { plan: Import }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }}>
      <Figure name="New" value={totals.create} note="residents" />
      <Figure name="New units" value={newUnits} note="created with them" />
      <Figure name="Changes" value={totals.update} note={`${totals.unchanged} unchanged`} />
      <Figure name="Errors" value={totals.error} note={`of ${totals.rows} rows`} />
      <Figure name="Move out" value={totals.moveOut} note={`${totals.skip} rows skipped`} />
    </SimpleGrid>
  );
}

/** The next step of an import, by its status. */
function Next({ plan, isEdited }: { plan: Import; isEdited: boolean }): ReactNode {
  const may = useMay();
  const { status } = plan;
  switch (status) {
    case 'VALIDATING':
    case 'COMMITTING':
    case 'REVERTING':
      return <ImportProgress plan={plan} status={status} />;
    case 'VALIDATED':
      return may('imports:write') ? <Commit plan={plan} isEdited={isEdited} /> : null;
    case 'COMMITTED':
    case 'REVERTED':
    case 'FAILED':
      return <Outcome plan={plan} />;
    default:
      return (
        <Text>
          {status === 'INVALID' && 'No row can be imported yet. Correct the errors below.'}
          {status === 'EXPIRED' && 'This plan is older than 24 hours. Start again with the file.'}
          {status === 'CANCELED' && 'This import was stopped.'} <Link to="/imports">All imports</Link>
        </Text>
      );
  }
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Whether a plan has expired; its rows are deleted after a while. */
const isOver = ({ status }: Import): boolean => status === 'EXPIRED';

/** Whether a plan waits for its commit, so that it can be corrected. */
const isOpen = ({ status }: Import): boolean => status === 'VALIDATED' || status === 'INVALID';

function Plan({ plan }: { plan: Import }): ReactNode {
  const correction = useCorrection(plan);
  const { edits, isSending, fault } = correction;
  return (
    <Stack gap="lg">
      <Unsaved isTyped={edits.size > 0 && !isSending} />
      <Next plan={plan} isEdited={edits.size > 0} />
      {fault !== null && <FaultAlert fault={fault} />}
      <Totals plan={plan} />
      {plan.totals.error > 0 && plan.status !== 'VALIDATING' && !isOver(plan) && (
        <Section title="Errors">
          <Faults plan={plan} correction={isOpen(plan) ? correction : null} />
        </Section>
      )}
      {plan.columns.length > 0 && isOpen(plan) && (
        <Section title="Columns">
          <Columns plan={plan} correction={correction} key={plan.planHash} />
        </Section>
      )}
      {!isOver(plan) && (
        <Section title="Rows">
          <Rows plan={plan} />
        </Section>
      )}
    </Stack>
  );
}

/** Returns the name of the building of an import; undefined until it is known. */
function usePlace(plan: Import | undefined): string | undefined {
  const { data } = useProperty(plan?.propertyId ?? null);
  return plan?.propertyId === null ? 'Several buildings, named in the file' : data?.name;
}

/** One import from its plan to its result. */
export function ImportPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const { data, error, failureReason, refetch } = useImport(id);
  const fault = error ?? failureReason;
  const place = usePlace(data);
  return (
    <>
      <PageHead
        title={data ? nameOfImport(data) : 'Import'}
        lead={place}
        up={<Link to="/imports">All imports</Link>}
      >
        {data && <Status status={data.status} label={statusWords[data.status]} />}
      </PageHead>
      {!data && (fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading />)}
      {data && <Plan plan={data} />}
    </>
  );
}
