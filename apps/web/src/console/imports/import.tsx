import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Status } from '../parts/status.tsx';
import { Figure } from '../parts/figure.tsx';
import { useMay } from '../session.tsx';
import { Columns } from './columns.tsx';
import { Commit } from './commit.tsx';
import { nameOfImport, statusWords } from './describe-import.ts';
import { Faults } from './faults.tsx';
import { useImport, type Import } from './import-queries.ts';
import { ImportProgress, Outcome } from './outcome.tsx';
import { Rows } from './rows.tsx';

function Totals({ plan: { totals } }: { plan: Import }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure name="New" value={totals.create} note="residents" />
      <Figure name="Changes" value={totals.update} note={`${totals.unchanged} unchanged`} />
      <Figure name="Errors" value={totals.error} note={`of ${totals.rows} rows`} />
      <Figure name="Move out" value={totals.moveOut} note={`${totals.skip} rows skipped`} />
    </SimpleGrid>
  );
}

/** The next step of an import, by its status. */
function Next({ plan }: { plan: Import }): ReactNode {
  const may = useMay();
  const { status } = plan;
  switch (status) {
    case 'VALIDATING':
    case 'COMMITTING':
    case 'REVERTING':
      return <ImportProgress plan={plan} status={status} />;
    case 'VALIDATED':
      return may('imports:write') ? <Commit plan={plan} /> : null;
    case 'COMMITTED':
    case 'REVERTED':
    case 'FAILED':
      return <Outcome plan={plan} />;
    default:
      return (
        <Text>
          {status === 'INVALID' && 'No row can be imported. Correct the file and start again.'}
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

function Plan({ plan }: { plan: Import }): ReactNode {
  return (
    <Stack gap="lg">
      <Next plan={plan} />
      <Totals plan={plan} />
      {plan.totals.error > 0 && !isOver(plan) && (
        <Section title="Errors">
          <Faults plan={plan} />
        </Section>
      )}
      {plan.columns.length > 0 && (plan.status === 'VALIDATED' || plan.status === 'INVALID') && (
        <Section title="Columns">
          <Columns plan={plan} key={plan.id} />
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

/** One import from its plan to its result. */
export function ImportPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const { data, error, failureReason, refetch } = useImport(id);
  const fault = error ?? failureReason;
  return (
    <>
      <PageHead title={data ? nameOfImport(data) : 'Import'} up={<Link to="/imports">All imports</Link>}>
        {data && <Status status={data.status} label={statusWords[data.status]} />}
      </PageHead>
      {!data && (fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading />)}
      {data && <Plan plan={data} />}
    </>
  );
}
