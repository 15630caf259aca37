import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';

/** The doors that the person may open now. */
export const useDoors = () =>
  useQuery({
    queryKey: ['doors'],
    queryFn: () => read(mobileApi.GET('/access/points', { params: { query: { limit: 200, sort: 'name' } } })),
    refetchInterval: 30_000,
  });
