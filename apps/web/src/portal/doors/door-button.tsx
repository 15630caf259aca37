import type { ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { Icon, type IconName } from '../icons.tsx';
import { sayFault } from '../say-fault.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/en.ts';
import { useUnlock, type DoorState } from './use-unlock.ts';

type AccessPoint = components['schemas']['AccessPoint'];

const titles: Readonly<Record<DoorState['kind'], keyof Words>> = {
  idle: 'open',
  asking: 'asking',
  opened: 'opened',
  'no-answer': 'notOpened',
  failed: 'notOpened',
  refused: 'notOpened',
};

const icons: Readonly<Partial<Record<DoorState['kind'], IconName>>> = {
  opened: 'check',
  'no-answer': 'cross',
  failed: 'cross',
  refused: 'cross',
};

const iconsByKind: Readonly<Record<AccessPoint['kind'], IconName>> = {
  DOOR: 'door',
  GATE: 'gate',
  GARAGE: 'garage',
  ELEVATOR: 'elevator',
  UNIT: 'home',
};

function useReason(state: DoorState): string | null {
  const { say } = useWords();
  if (state.kind === 'no-answer') return say('noAnswerDoor');
  if (state.kind === 'failed') return say('doorFailed');
  if (state.kind !== 'refused') return null;
  // A door that is not for the person is answered as one that is not there.
  return state.problem.status === 404 ? say('doorGone') : sayFault(state.problem, say);
}

/** A door as one large button; it shows what the door itself has answered. */
export function DoorButton({ door }: { door: AccessPoint }): ReactNode {
  const { say } = useWords();
  const { state, press } = useUnlock(door);
  const reason = useReason(state);
  return (
    <li>
      <button
        type="button"
        className={`door ${state.kind}`}
        aria-disabled={state.kind === 'asking'}
        onClick={press}
      >
        <Icon name={icons[state.kind] ?? iconsByKind[door.kind]} />
        <span className="door-name">{door.name}</span>
        <span className="door-state">{say(titles[state.kind])}</span>
      </button>
      <span className="hidden" role="status">
        {state.kind !== 'idle' && say(titles[state.kind])}
      </span>
      {!door.online && state.kind === 'idle' && <p className="soft small">{say('doorOffline')}</p>}
      {reason !== null && (
        <p className="notice bad small" role="alert">
          {reason}
        </p>
      )}
    </li>
  );
}
