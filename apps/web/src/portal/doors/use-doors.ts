import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/described/core-mobile.ts';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';

type AccessPoint = components['schemas']['AccessPoint'];

/** Kinds of doors in their order on the way home, from the house to the unit. */
const kindOrder: readonly AccessPoint['kind'][] = ['DOOR', 'GATE', 'GARAGE', 'ELEVATOR', 'UNIT'];

const byKindOrder = (a: AccessPoint, b: AccessPoint): number =>
  kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind);

/** Reads the doors that the person may open now, those of the house first. */
export const useDoors = () =>
  useQuery({
    queryKey: ['doors'],
    queryFn: () => read(mobileApi.GET('/access/points', { params: { query: { limit: 200, sort: 'name' } } })),
    refetchInterval: 30_000,
    select: ({ accessPoints }) => ({ accessPoints: accessPoints.toSorted(byKindOrder) }),
  });
