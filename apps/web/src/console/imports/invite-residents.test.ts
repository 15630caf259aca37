import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/problem.ts';
import { withOutcome, type InviteProgress } from './invite-residents.ts';

const begun: InviteProgress = { total: 4, invited: 0, known: 0, failed: [] };

const refusal = (code: string): ApiProblem =>
  new ApiProblem('Refused.', { status: 409, code, correlationId: null, fields: {} });

test('outcomes of invites are counted, and failures keep their line and reason', () => {
  const invited = withOutcome(begun, 2, null);
  const known = withOutcome(invited, 3, refusal('already_resident'));
  expect(withOutcome(known, 4, refusal('recipient_limit_reached'))).toEqual({
    total: 4,
    invited: 1,
    known: 1,
    failed: [{ line: 4, message: 'Refused.' }],
  });
});
