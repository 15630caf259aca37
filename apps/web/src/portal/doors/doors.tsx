import type { ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { goTo } from '../use-path.ts';
import { useWords } from '../words/use-words.tsx';
import { DoorButton } from './door-button.tsx';
import { useDoors } from './use-doors.ts';
import { usePlaces } from './use-places.ts';

type AccessPoint = components['schemas']['AccessPoint'];

interface DoorGroupsProps {
  doors: readonly AccessPoint[];
  /** The level of the titles: below the name of a building, where there are several. */
  heading: 'h2' | 'h3';
}

/** The shared doors, and those of the person's own home. */
function DoorGroups({ doors, heading: Heading }: DoorGroupsProps): ReactNode {
  const { say } = useWords();
  const groups = [
    { title: say('shared'), listed: doors.filter(({ unitId }) => unitId === null) },
    { title: say('yourHome'), listed: doors.filter(({ unitId }) => unitId !== null) },
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

/** Every door that the person may open now, by building; only those of one building where it is named. */
export function DoorList({ propertyId = null }: { propertyId?: string | null }): ReactNode {
  const { say } = useWords();
  const { data, error, refetch, failureReason } = useDoors();
  const names = new Map(usePlaces().map((place) => [place.propertyId, place.name]));
  const fault = error ?? failureReason;
  if (!data)
    return fault ? <FaultNotice fault={fault} retry={() => void refetch()} /> : <Skeleton count={4} />;
  const doors = data.accessPoints.filter((door) => propertyId === null || door.propertyId === propertyId);
  const places = [...Map.groupBy(doors, (door) => door.propertyId)];
  if (doors.length === 0) return <p className="empty">{say('noDoors')}</p>;
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      {places.length === 1 && <DoorGroups doors={doors} heading="h2" />}
      {places.length > 1 &&
        places.map(([id, listed]) => (
          <section key={id}>
            <h2>{names.get(id)}</h2>
            <DoorGroups doors={listed} heading="h3" />
          </section>
        ))}
    </>
  );
}

/** The first page: every door that the person may open now, and the way to let a guest in. */
export function Doors({ name, home }: { name: string | null; home: string }): ReactNode {
  const { say } = useWords();
  return (
    <>
      <header className="head">
        <h1>{name === null ? say('appName') : say('hello', { name })}</h1>
        <p className="soft">{home}</p>
      </header>
      <DoorList />
      <button type="button" className="wide" onClick={() => goTo('guests')}>
        {say('letIn')}
      </button>
    </>
  );
}
