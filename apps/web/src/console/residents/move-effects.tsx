import type { ReactNode } from 'react';
import type { Entity } from '../api.ts';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Day, sayDay } from '../parts/times.tsx';
import { lastMoment } from './describe-user.ts';

type Receipt = Entity<'MoveOutReceipt'>;

interface MoveEffectsProps {
  receipt: Receipt;
  /** The time zone of the building; null while it is not known. */
  timeZone: string | null;
}

/** The effects of a move-out or transfer, before it happens. */
export function MoveEffects({ receipt, timeZone }: MoveEffectsProps): ReactNode {
  const { residence, status, effectiveAt, unitOccupancy, ended } = receipt;
  return (
    <Facts
      rows={[
        ['Resident since', <Day key="since" at={residence.startsAt} timeZone={timeZone} />],
        [
          'Access ends',
          status === 'SCHEDULED' ? `End of ${sayDay(lastMoment(effectiveAt), timeZone)}` : 'Immediately',
        ],
        ['Unit afterwards', <Status key="unit" status={unitOccupancy} />],
        ['Sessions that end', String(ended.sessions.length)],
        ['Devices that end', String(ended.devices.length)],
        ['Passes that end', String(ended.passes.length)],
      ]}
    />
  );
}
