import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BuildingName } from '../buildings/building-name.tsx';
import { countOf } from '../parts/count-of.ts';
import { Time } from '../parts/times.tsx';
import { AttentionItem, shown } from './attention-item.tsx';
import { groupDoors, type DoorGroup } from './group-doors.ts';
import { useOfflineDoors } from './use-doors.ts';

/** The door, or the number of doors of a building, as a link. */
function GroupLink({ group, isSample }: { group: DoorGroup; isSample: boolean }): ReactNode {
  const { door, count, isOfUnits } = group;
  const { id, name, propertyId } = door;
  if (count === 1) {
    return (
      <Link to="/doors" search={{ open: id }}>
        {name}
      </Link>
    );
  }
  const kind = isOfUnits ? { kind: 'UNIT' } : {};
  return (
    <Link to="/doors" search={{ online: 'false', propertyId, ...kind }}>
      {isSample && 'At least '}
      {countOf(count, isOfUnits ? 'unit door' : 'door')} of <BuildingName id={propertyId} />
    </Link>
  );
}

/** The building of a single door and its last answer; the first doors of a group. */
function GroupNote({ door: { name, propertyId, lastSeenAt }, count }: DoorGroup): ReactNode {
  if (count > 1) return `${name} and ${count - 1} more`;
  return (
    <>
      <BuildingName id={propertyId} />:{' '}
      {lastSeenAt === null ? (
        'never answered'
      ) : (
        <>
          last answer <Time at={lastSeenAt} />
        </>
      )}
    </>
  );
}

/** The offline doors, entrances first. Many doors of one building are one line. */
export function OfflineDoors(): ReactNode {
  const { data, error } = useOfflineDoors();
  const groups = data && groupDoors(data.doors);
  const listed = groups?.slice(0, shown) ?? [];
  const isSample = data !== undefined && data.doors.length < data.total;
  const isCut = data !== undefined && listed.reduce((sum, { count }) => sum + count, 0) < data.total;
  return (
    <AttentionItem
      title="Doors offline"
      fine="No offline doors."
      asked={{ data: data && { rows: listed, total: listed.length }, error }}
      keyOf={({ door: { id } }) => id}
      linkOf={(group) => <GroupLink group={group} isSample={isSample} />}
      noteOf={(group) => <GroupNote {...group} />}
      more={
        isCut && (
          <Link to="/doors" search={{ online: 'false' }}>
            All {countOf(data.total, 'door')} offline
          </Link>
        )
      }
    />
  );
}
