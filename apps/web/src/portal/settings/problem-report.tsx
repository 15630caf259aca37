import { useRef, useState, type ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { residentApi } from '../api.ts';
import { useDoors } from '../doors/use-doors.ts';
import { FaultNotice } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useI18n } from '../messages/use-i18n.tsx';

type Residence = components['schemas']['Residence'];
type Kind = components['schemas']['Report']['kind'];

const kinds: readonly Kind[] = ['DOOR', 'CALL', 'OTHER'];

const idOf = (form: FormData, name: string): string | null => (form.get(name) as string | null) || null;

const send = (form: FormData, { header }: SendOptions) => {
  const [unitId, accessPointId] = [idOf(form, 'unitId'), idOf(form, 'accessPointId')];
  const body = { kind: form.get('kind') as Kind, text: form.get('text') as string, unitId, accessPointId };
  return read(residentApi.POST('/api/v1/me/reports', { params: { header }, body }));
};

/** Chooses the home of the report, if the person has several. */
function HomeChoice({
  homes,
  onChoose,
}: {
  homes: readonly Residence[];
  onChoose: (unitId: string) => void;
}) {
  const { t } = useI18n();
  return (
    <label>
      {t('whichHome')}
      <select name="unitId" onChange={(event) => onChoose(event.currentTarget.value)}>
        {homes.map(({ unitId, propertyName, unitLabel }) => (
          <option key={unitId} value={unitId}>
            {propertyName}, {unitLabel}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Chooses the door of the problem, if there is one. */
function DoorChoice({ home }: { home: Residence }): ReactNode {
  const { t } = useI18n();
  const { data } = useDoors();
  const doors = data?.accessPoints.filter(
    ({ propertyId, unitId }) => propertyId === home.propertyId && (unitId === null || unitId === home.unitId),
  );
  return (
    <label>
      {t('whichDoor')}
      <select name="accessPointId" key={home.unitId}>
        <option value="">{t('noDoor')}</option>
        {doors?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A form that reports a problem to the property manager; nothing for a person without a home. */
export function ProblemReport(): ReactNode {
  const { t } = useI18n();
  const { residences } = useSession().session.resident;
  const homes = [...new Map(residences.map((home) => [home.unitId, home])).values()];
  const [unitId, setUnitId] = useState<string>();
  const text = useRef<HTMLTextAreaElement>(null);
  const report = useSave({
    save: send,
    onSuccess: (_answer, sent) => {
      // Text typed since then is for the next report.
      if (text.current?.value === sent.get('text')) text.current.value = '';
    },
  });
  const home = homes.find((each) => each.unitId === unitId) ?? homes[0];
  if (!home) return null;
  return (
    <form className="card stack" aria-label={t('reportProblem')} onSubmit={report.submit}>
      <h2>{t('reportProblem')}</h2>
      <p className="soft small">{t('reportLead')}</p>
      {report.error && <FaultNotice fault={report.error} />}
      {report.isSuccess && (
        <p className="notice good" role="status">
          {t('reportSent')}
        </p>
      )}
      {homes.length > 1 && <HomeChoice homes={homes} onChoose={setUnitId} />}
      <label>
        {t('reportKind')}
        <select name="kind">
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`report${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <DoorChoice home={home} />
      <label>
        {t('reportText')}
        <textarea name="text" rows={4} maxLength={1000} required ref={text} />
      </label>
      <button type="submit" disabled={report.isPending}>
        {t('sendReport')}
      </button>
    </form>
  );
}
