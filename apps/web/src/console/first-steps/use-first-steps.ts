import { useLocalStorage } from '@mantine/hooks';
import { useProperties } from '../list/use-properties.ts';
import { useMay, useSession } from '../session.tsx';
import { environmentName, useStats } from '../shell/environment-badge.tsx';
import { useDoors } from '../today/use-doors.ts';
import { listSteps, type Step, type StepName } from './list-steps.ts';

/** The steps that the person has skipped in this browser, for each company and environment. */
function useSkipped() {
  const { staff } = useSession();
  const environment = environmentName();
  const [skipped, setSkipped] = useLocalStorage<string[]>({
    key: `pas.console.skipped-steps.${staff.tenantId}.${environment}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return { skipped, skip: (names: readonly StepName[]) => setSkipped([...skipped, ...names]) };
}

interface FirstSteps {
  steps: readonly Step[];
  /** The step to do now; undefined when all are done or skipped. */
  next: Step | undefined;
  skip: (names: readonly StepName[]) => void;
}

/** Returns the steps of the set-up, from the company's figures; null while they load. */
export function useFirstSteps(): FirstSteps | null {
  const may = useMay();
  const { data: stats } = useStats();
  const { data: known } = useProperties();
  const { data: doors } = useDoors();
  const { skipped, skip } = useSkipped();
  if (!stats || !known || (may('access-points:read') && !doors)) return null;
  const { properties, units, invites, virtualNumbers } = stats;
  const facts = {
    counts: {
      building: properties,
      units: units.total,
      door: doors?.total ?? 0,
      number: virtualNumbers.assigned,
      invite: invites.pending + invites.accepted + invites.expired,
    },
    propertyId: known.properties.find(({ status }) => status === 'ACTIVE')?.id ?? null,
    freeNumbers: virtualNumbers.available,
  };
  const steps = listSteps(facts, skipped, may);
  return { steps, next: steps.find(({ state }) => state === 'next'), skip };
}
