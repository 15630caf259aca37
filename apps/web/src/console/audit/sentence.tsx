import type { ReactNode } from 'react';
import { describeChange } from './describe-change.ts';
import { nameOfActor, type AuditRecord } from './describe-record.ts';
import { TargetName } from './target-name.tsx';

/** A record in words: `Dana renamed Apt 12A to Penthouse A`. */
export function Sentence({ record }: { record: AuditRecord }): ReactNode {
  const { verb, kind, name, target, detail } = describeChange(record);
  return (
    <>
      <b>{nameOfActor(record)}</b> {verb} {kind} <b>{name ?? (target && <TargetName {...target} />)}</b>{' '}
      {detail}
    </>
  );
}
