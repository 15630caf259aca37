import type { ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { goTo } from '../use-path.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { DoorButton } from './door-button.tsx';
import { useDoors } from './use-doors.ts';
import { usePlaces } from './use-places.ts';

type AccessPoint = components['schemas']['AccessPoint'];

interface DoorGroupsProps {
  doors: readonly AccessPoint[];
  /** The level of the titles: one below the building's name, if there are several buildings. */
  heading: 'h2' | 'h3';
}

/** The shared doors, and the doors of the person's home. */
function DoorGroups({ doors, heading: Heading }: DoorGroupsProps): ReactNode {
  const { t } = useI18n();
  const groups = [
    { title: t('shared'), listed: doors.filter(({ unitId }) => unitId === null) },
    { title: t('yourHome'), listed: doors.filter(({ unitId }) => unitId !== null) },
  ];
  return groups
    .filter(({ listed }) => listed.length > 0)
    .map(({ title, listed }) => (
      <section key={title}>
        <Heading>{title}</Heading>
        <ul className="doors">
          {listed.map((door) => (
            <DoorButton key={door.id} door={door} />
          ))}
        </ul>
      </section>
    ));
}

/** The doors that the person may open now, by building. `propertyId` limits them to one building. */
export function DoorList({ propertyId = null }: { propertyId?: string | null }): ReactNode {
  const { t } = useI18n();
  const { data, error, refetch, failureReason } = useDoors();
  const names = new Map(usePlaces().map((place) => [place.propertyId, place.name]));
  const fault = error ?? failureReason;
  if (!data)
    return fault ? <FaultNotice fault={fault} retry={() => void refetch()} /> : <Skeleton count={4} />;
  const doors = data.accessPoints.filter((door) => propertyId === null || door.propertyId === propertyId);
  const buildings = [...Map.groupBy(doors, (door) => door.propertyId)];
  if (doors.length === 0) return <p className="empty">{t('noDoors')}</p>;
  return (
    <>
      {fault && <FaultNotice fault={fault} isRetried />}
      {buildings.length === 1 && <DoorGroups doors={doors} heading="h2" />}
      {buildings.length > 1 &&
        buildings.map(([id, listed]) => (
          <section key={id}>
            <h2>{names.get(id)}</h2>
            <DoorGroups doors={listed} heading="h3" />
          </section>
        ))}
    </>
  );
}

/** The first page: the doors that the person may open now, and a button to let a guest in. */
export function Doors({ name, home }: { name: string | null; home: string }): ReactNode {
  const { t } = useI18n();
  return (
    <>
      <header className="head">
        <h1>{name === null ? t('appName') : t('hello', { name })}</h1>
        <p className="soft">{home}</p>
      </header>
      <DoorList />
      <button type="button" className="wide" onClick={() => goTo('guests')}>
        {t('letIn')}
      </button>
    </>
  );
}
