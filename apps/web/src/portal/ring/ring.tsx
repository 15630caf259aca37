import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { DoorList } from '../doors/doors.tsx';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useParameter } from '../use-path.ts';
import { useWords } from '../words/use-words.tsx';

/** How long the page asks anew while the call lasts, in milliseconds. */
const againMs = 3000;

const useCall = (id: string) =>
  useQuery({
    queryKey: ['call', id],
    queryFn: () => read(residentApi.GET('/api/v1/calls/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.call.endedAt == null ? againMs : false),
  });

/** Behind the notification of a call: who rings, and the doors of that house. Opening is always a press of its own. */
export function Ring(): ReactNode {
  const { say, time } = useWords();
  const { data, error } = useCall(useParameter('call'));
  if (error) {
    return (
      <>
        <h1>{say('activity')}</h1>
        <FaultNotice fault={error} />
      </>
    );
  }
  if (!data) return <Skeleton />;
  const { fromNumber, startedAt, endedAt, propertyId } = data.call;
  const number = fromNumber === null ? say('unknownNumber') : sayPhone(fromNumber);
  return (
    <>
      <h1>{say(endedAt === null ? 'ringsNow' : 'ringOver')}</h1>
      <p className="soft">{say('ringFrom', { number, time: time(startedAt) })}</p>
      {endedAt === null && <p>{say('ringLead')}</p>}
      <DoorList propertyId={propertyId} />
    </>
  );
}
