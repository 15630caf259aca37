import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { loadTogether } from '../list/load-together.ts';
import { PendingName } from '../parts/pending-name.tsx';
import { useMay } from '../session.tsx';
import { nameOfUser } from './describe-user.ts';

const loadUser = loadTogether(async (ids) => {
  const query = { ids, limit: 200 };
  return liveRows((await read(api.GET('/api/admin/users', { params: { query } }))).users);
});

interface UserNameProps {
  id: string;
  /** Omits the link to the person, for rows that open something else. */
  isPlain?: boolean;
}

/** A person's name with a link to the person’s page; the id of a deleted person. */
export function UserName({ id, isPlain = false }: UserNameProps): ReactNode {
  const may = useMay();
  const { data, isLoading } = useQuery({
    queryKey: ['users', 'one', id],
    queryFn: () => loadUser(id),
    enabled: may('users:read'),
    staleTime: 60_000,
  });
  if (!data) return isLoading ? <PendingName /> : id;
  if (isPlain) return nameOfUser(data);
  return (
    <Link to="/residents/$id" params={{ id }}>
      {nameOfUser(data)}
    </Link>
  );
}
