import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/described/core-mobile.ts';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';

type AccessPoint = components['schemas']['AccessPoint'];

/** Kinds of doors in their order on the way home, from the house to the unit. */
const way: readonly AccessPoint['kind'][] = ['DOOR', 'GATE', 'GARAGE', 'ELEVATOR', 'UNIT'];

const byWay = (a: AccessPoint, b: AccessPoint): number => way.indexOf(a.kind) - way.indexOf(b.kind);

/** Reads the doors that the person may open now, those of the house first. */
export const useDoors = () =>
  useQuery({
    queryKey: ['doors'],
    queryFn: () => read(mobileApi.GET('/access/points', { params: { query: { limit: 200, sort: 'name' } } })),
    refetchInterval: 30_000,
    select: ({ accessPoints }) => ({ accessPoints: accessPoints.toSorted(byWay) }),
  });
