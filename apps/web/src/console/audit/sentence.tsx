import type { ReactNode } from 'react';
import { describeChange, type RecordedChange } from './describe-change.ts';
import { nameOfActor, type AuditRecord } from './describe-record.ts';
import { TargetName } from './target-name.tsx';

/** A change in words, behind its actor: `renamed Apt 12A to Penthouse A`. */
export function ChangeWords({ change }: { change: RecordedChange }): ReactNode {
  const { verb, kind, name, target, detail } = describeChange(change);
  return (
    <>
      {verb} {kind} <b>{name ?? (target && <TargetName {...target} />)}</b> {detail}
    </>
  );
}

/** A record in words: `Dana renamed Apt 12A to Penthouse A`. */
export function Sentence({ record }: { record: AuditRecord }): ReactNode {
  return (
    <>
      <b>{nameOfActor(record)}</b> <ChangeWords change={record} />
    </>
  );
}
