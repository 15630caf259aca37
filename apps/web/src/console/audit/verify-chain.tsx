import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { describeVerification, type Verdict } from './describe-verification.ts';

/** Verifies the whole chain in parts: one answer covers the records that the service checks in 15 seconds. */
async function verifyChain(): Promise<Verdict> {
  let checked = 0;
  for (let fromSeq = 1; ;) {
    const answer = await read(api.GET('/api/admin/audit/verify', { params: { query: { fromSeq } } }));
    const { verification: last } = answer;
    checked += last.checked;
    if (!last.valid || last.complete || last.nextSeq === null) return { checked, last };
    fromSeq = last.nextSeq;
  }
}

/** A button that verifies that no record was changed or removed. */
export function VerifyChain(): ReactNode {
  const check = useMutation({ mutationFn: verifyChain });
  return (
    <>
      <Group mb="md" gap="sm">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Verify the chain
        </Button>
        {check.data && (
          <Text role="status" fw={600} c={check.data.last.valid ? 'var(--good)' : 'var(--bad)'}>
            {describeVerification(check.data)}
          </Text>
        )}
      </Group>
      {check.error && <FaultAlert fault={check.error} />}
    </>
  );
}
