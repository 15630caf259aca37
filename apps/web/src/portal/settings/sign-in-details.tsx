import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { QueryCard } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** E-mail address and password of the sign-in. */
export function SignInDetails(): ReactNode {
  const { t } = useI18n();
  const query = useQuery({ queryKey: ['me'], queryFn: () => read(residentApi.GET('/api/v1/me')) });
  return (
    <QueryCard title={t('signInDetails')} query={query}>
      {({ resident }) => (
        <>
          <EmailForm email={resident.email} />
          <PasswordForm />
        </>
      )}
    </QueryCard>
  );
}
