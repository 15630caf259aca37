import type { ReactNode } from 'react';
import { BuildingName } from '../buildings/building-name.tsx';
import { useUnit } from '../buildings/home-link.tsx';
import { UserName } from '../residents/user-name.tsx';
import { useDoorName } from '../today/use-doors.ts';
import { shortId } from './describe-record.ts';

function UnitLabel({ id }: { id: string }): ReactNode {
  const { data } = useUnit(id);
  return data?.label ?? shortId(id);
}

const DoorName = ({ id }: { id: string }): ReactNode => useDoorName(id);

/** The name of an object by its kind and id. Other kinds and deleted objects show the end of the id. */
export function TargetName({ type, id }: { type: string; id: string | null }): ReactNode {
  if (id === null) return null;
  if (type === 'unit') return <UnitLabel id={id} />;
  if (type === 'property') return <BuildingName id={id} />;
  if (type === 'user') return <UserName id={id} isPlain />;
  if (type === 'access_point') return <DoorName id={id} />;
  if (type === 'tenant') return null;
  return shortId(id);
}
