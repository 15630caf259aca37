import type { components as Admin } from './generated/admin.ts';
import type { components as Mobile } from './generated/core-mobile.ts';
import type { components as Resident } from './generated/resident.ts';

/** The shapes of the Admin API by name: `AdminModels['Unit']`. */
export type AdminModels = Admin['schemas'];

/** The shapes of the Resident API by name. */
export type ResidentModels = Resident['schemas'];

/** The shapes of the mobile API by name. */
export type MobileModels = Mobile['schemas'];
