import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { BuildingTimeNote, useBuildingTime } from '../doors/building-time.tsx';
import { DoorList } from '../doors/doors.tsx';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useParameter } from '../use-path.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { stateOf } from './call-state.ts';

/** Interval between reads of the call while it lasts, in milliseconds. */
const againMs = 3000;

const useCall = (id: string) =>
  useQuery({
    queryKey: ['call', id],
    queryFn: () => read(residentApi.GET('/api/v1/calls/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && stateOf(state.data.call) !== 'ringsNow' ? false : againMs),
  });

/**
 * The page behind the notification of a call: the caller, and the doors of the building. Opening a door
 * always needs a press.
 */
export function Ring(): ReactNode {
  const { t } = useI18n();
  const time = useBuildingTime();
  const { data, error, failureReason } = useCall(useParameter('call'));
  const fault = error ?? failureReason;
  const notice = fault && <FaultNotice fault={fault} isRetried />;
  if (!data) {
    return (
      <>
        <h1>{t('activity')}</h1>
        {notice ?? <Skeleton />}
      </>
    );
  }
  const { fromNumber, startedAt, propertyId } = data.call;
  const state = stateOf(data.call);
  const number = fromNumber === null ? t('unknownNumber') : sayPhone(fromNumber);
  return (
    <>
      <h1>{t(state)}</h1>
      <p className="soft">{t('ringFrom', { number, time: time(startedAt, propertyId) })}</p>
      <BuildingTimeNote />
      {state === 'ringsNow' && <p>{t('ringLead')}</p>}
      {notice}
      <DoorList propertyId={propertyId} />
    </>
  );
}
