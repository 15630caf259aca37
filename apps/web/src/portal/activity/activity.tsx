import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { BuildingTimeNote, useBuildingTime } from '../doors/building-time.tsx';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { Openings } from './openings.tsx';

const useCalls = () =>
  useQuery({
    queryKey: ['calls'],
    queryFn: () =>
      read(residentApi.GET('/api/v1/calls', { params: { query: { limit: 50, sort: '-startedAt' } } })),
    refetchInterval: 15_000,
  });

/** Calls from the doors with their outcomes, and openings of doors. */
export function Activity(): ReactNode {
  const { t } = useI18n();
  const time = useBuildingTime();
  const { data, error, failureReason, refetch } = useCalls();
  const fault = error ?? failureReason;
  const isEmpty = data?.calls.length === 0;
  return (
    <>
      <h1>{t('whoRang')}</h1>
      <BuildingTimeNote />
      {fault && <FaultNotice fault={fault} retry={() => void refetch()} />}
      {!data && !fault && <Skeleton />}
      {isEmpty && <p className="empty">{t('noCalls')}</p>}
      <ul className="rows">
        {data?.calls.map(({ id, fromNumber, outcome, answeredByMe, startedAt, propertyId }) => (
          <li key={id} className="row">
            <div>
              <strong>{fromNumber === null ? t('unknownNumber') : sayPhone(fromNumber)}</strong>
              <p className="soft small">{time(startedAt, propertyId)}</p>
            </div>
            <span className={`badge ${outcome ?? 'now'}`}>
              {t(outcome === null ? 'outcomeNow' : `outcome${outcome}`)} {answeredByMe && t('byMe')}
            </span>
          </li>
        ))}
      </ul>
      <Openings />
    </>
  );
}
