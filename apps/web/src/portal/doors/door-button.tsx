import type { ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { Icon, type IconName } from '../icons.tsx';
import { sayFault } from '../say-fault.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import type { Messages } from '../messages/en.ts';
import { useUnlock, type DoorState } from './use-unlock.ts';

type AccessPoint = components['schemas']['AccessPoint'];

const titles: Readonly<Record<DoorState['kind'], keyof Messages>> = {
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
  const { t } = useI18n();
  if (state.kind === 'no-answer') return t('noAnswerDoor');
  if (state.kind === 'failed') return t('doorFailed');
  if (state.kind !== 'refused') return null;
  // The API answers 404 for a door that the person may not open.
  return state.problem.status === 404 ? t('doorGone') : sayFault(state.problem, t);
}

/** A door as one large button that shows the door's own answer. */
export function DoorButton({ door }: { door: AccessPoint }): ReactNode {
  const { t } = useI18n();
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
        <span className="door-state">{t(titles[state.kind])}</span>
      </button>
      <span className="hidden" role="status">
        {state.kind !== 'idle' && t(titles[state.kind])}
      </span>
      {door.online === false && state.kind === 'idle' && <p className="soft small">{t('doorOffline')}</p>}
      {reason !== null && (
        <p className="notice bad small" role="alert">
          {reason}
        </p>
      )}
    </li>
  );
}
