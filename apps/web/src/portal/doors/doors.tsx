import type { ReactNode } from 'react';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { goTo } from '../use-path.ts';
import { useWords } from '../words/use-words.tsx';
import { DoorButton } from './door-button.tsx';
import { useDoors } from './use-doors.ts';

function DoorList(): ReactNode {
  const { say } = useWords();
  const { data, error, refetch, failureReason } = useDoors();
  const fault = error ?? failureReason;
  if (!data)
    return fault ? <FaultNotice fault={fault} retry={() => void refetch()} /> : <Skeleton count={4} />;
  const own = data.accessPoints.filter(({ unitId }) => unitId !== null);
  const shared = data.accessPoints.filter(({ unitId }) => unitId === null);
  const groups = [
    { title: say('shared'), doors: shared },
    { title: say('yourHome'), doors: own },
  ].filter(({ doors }) => doors.length > 0);
  if (groups.length === 0) return <p className="empty">{say('noDoors')}</p>;
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      {groups.map(({ title, doors }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul className="doors">
            {doors.map((door) => (
              <DoorButton key={door.id} door={door} />
            ))}
          </ul>
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
