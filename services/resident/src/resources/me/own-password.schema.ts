import { CurrentPassword, NewPassword } from '@pas/shared/accounts/password';
import { z } from 'zod';

export const ChangePassword = z.object({
  currentPassword: CurrentPassword,
  newPassword: NewPassword.meta({ format: 'password', example: 'another horse battery' }),
});
export type ChangePassword = z.output<typeof ChangePassword>;
