import { conflict } from '@pas/shared/errors/raise';
import { timestamp } from '@pas/platform/http/timestamp';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';

/** @throws conflict with the state that prevents the assignment */
export function requireAssignable({ status, quarantineUntil }: VirtualNumberRow): void {
  if (status === 'ASSIGNED') {
    throw conflict(
      'virtual_number_in_use',
      'The number is assigned elsewhere. Release it first, or change its door with PATCH.',
    );
  }
  if (status === 'QUARANTINED') {
    const availableAt = timestamp(quarantineUntil);
    throw conflict(
      'virtual_number_quarantined',
      `The number is quarantined until ${availableAt}, because it was released recently. Use another one, or wait.`,
      { members: { availableAt } },
    );
  }
  if (status === 'RETIRED') {
    throw conflict(
      'virtual_number_retired',
      'The number is retired. Use another one, or set its status to AVAILABLE with PATCH.',
    );
  }
}
