import { NewPassword } from '@pas/shared/accounts/password';
import { z } from 'zod';

export const ChangePassword = z.object({
  currentPassword: z.string().min(1).max(1024).meta({ format: 'password', example: 'correct horse battery' }),
  newPassword: NewPassword.meta({ format: 'password', example: 'another horse battery' }),
});
export type ChangePassword = z.output<typeof ChangePassword>;
