import { ApiProblem } from '../api/problem.ts';

/** Most tries of a query whose caller has its full share. */
const mostShedTries = 5;

/** Whether to retry a query: after a missing answer, and while the company has its full share of the service. */
export function isWorthAgain(tries: number, fault: Error): boolean {
  if (!(fault instanceof ApiProblem)) return false;
  if (fault.status === 429) return tries < mostShedTries;
  return (fault.status === 0 || fault.status >= 502) && tries < 120;
}
