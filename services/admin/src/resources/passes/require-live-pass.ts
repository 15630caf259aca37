import { tenantNow } from '@pas/shared/context/tenant-now';
import { conflict } from '@pas/shared/errors/raise';
import type { AccessPassRow } from '@pas/shared/models/access-pass';

/** @throws conflict (`pass_ended`) for a pass that has expired or was revoked */
export function requireLivePass({ isLive, endsAt, tenantId }: AccessPassRow, now: Date): void {
  if (isLive && endsAt > tenantNow({ tenantId, now })) return;
  throw conflict('pass_ended', 'The pass has expired or was revoked. Create a new one.');
}
