import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import type { Change } from '../parts/use-edit.ts';
import type { User } from './describe-user.ts';

/** Sends a change of a person. */
export async function saveUser({ row, body, ifMatch }: Change<User>): Promise<User> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  return (await read(api.PATCH('/api/admin/users/{id}', { params, body }))).user;
}
