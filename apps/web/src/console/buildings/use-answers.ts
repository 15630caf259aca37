import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { isAnswered, resultOf, type Call } from '../calls/describe-call.ts';
import { useMay } from '../session.tsx';
import type { Answer, Ask } from './questions.ts';
import type { Unit } from './stack-floors.ts';
import { useInvitedUnits } from './use-building.ts';

type AnswerOf = (unit: Unit) => Answer;

/** The answers to a question, or the fault that prevented them. */
export interface Answers {
  /** Undefined while the answers load. */
  answerOf: AnswerOf | undefined;
  fault: unknown;
  retry: () => void;
}

interface QueryState<Data> {
  data: Data | undefined;
  error: unknown;
  failureReason: unknown;
  refetch: () => unknown;
}

/** Derives the answers from the state of their query. */
function answersOf<Data>(query: QueryState<Data>, answerBy: (data: Data) => AnswerOf): Answers {
  const { data, error, failureReason, refetch } = query;
  return {
    answerOf: data === undefined ? undefined : answerBy(data),
    fault: data === undefined ? (error ?? failureReason) : null,
    retry: () => void refetch(),
  };
}

/** Number of calls that are read. */
const lastCalls = 200;

/** Reads the last call to each unit, among the last 200 calls of the building. */
const useLastCalls = (propertyId: string, isAsked: boolean) =>
  useQuery({
    queryKey: ['calls', 'last of', propertyId],
    queryFn: () => {
      const query = { propertyId, limit: lastCalls, sort: '-startedAt' };
      return read(api.GET('/api/admin/calls', { params: { query } }));
    },
    enabled: isAsked,
    select: ({ calls, total }) => ({
      // Calls come newest first, and a map keeps the last entry of a key.
      byUnit: new Map(calls.toReversed().map((call) => [call.unitId ?? '', call])),
      isCut: total > calls.length,
    }),
  });

interface LastCalls {
  byUnit: ReadonlyMap<string, Call>;
  isCut: boolean;
}

const byLastCall =
  ({ byUnit, isCut }: LastCalls): AnswerOf =>
  ({ id }) => {
    const call = byUnit.get(id);
    if (call) return { shade: isAnswered(call) ? 'good' : 'bad', why: resultOf(call) };
    return { shade: 'none', why: isCut ? `none among the last ${lastCalls} of the building` : undefined };
  };

/** Reads which units of a building a visitor’s call would not ring, each with the reason. */
const useRinging = (propertyId: string, isAsked: boolean) =>
  useQuery({
    queryKey: ['properties', 'readiness', propertyId],
    queryFn: () => {
      const params = { path: { id: propertyId }, query: { limit: 1, unitIds: true } };
      return read(api.GET('/api/admin/properties/{id}/readiness', { params }));
    },
    enabled: isAsked,
    select: ({ readiness: { causes } }) =>
      new Map(
        causes.flatMap(({ checks, unitIds }) => {
          const why = checks.map(({ message }) => message).join(' ');
          return (unitIds ?? []).map((id) => [id, why] as const);
        }),
      ),
  });

const byRinging =
  (lacks: ReadonlyMap<string, string>): AnswerOf =>
  ({ id }) => {
    const why = lacks.get(id);
    return why === undefined ? { shade: 'good' } : { shade: 'bad', why };
  };

const byInvites =
  (invited: ReadonlySet<string>): AnswerOf =>
  ({ id, occupancy }) => {
    if (invited.has(id)) return { shade: 'waiting' };
    return { shade: occupancy === 'OCCUPIED' ? 'good' : 'none' };
  };

const byOccupancy: AnswerOf = ({ occupancy }) => ({ shade: occupancy === 'OCCUPIED' ? 'good' : 'none' });

/** Returns the questions whose answers the person may read. */
export function useAsks(): Ask[] {
  const may = useMay();
  const scopes: readonly (readonly [Ask, string])[] = [
    ['occupied', 'units:read'],
    ['invited', 'onboarding:read'],
    ['ring', 'properties:read'],
    ['call', 'calls:read'],
  ];
  return scopes.filter(([, scope]) => may(scope)).map(([ask]) => ask);
}

/** Answers one question for each unit of a building. Reads only the data of that question. */
export function useAnswers(propertyId: string, ask: Ask): Answers {
  const invited = useInvitedUnits(propertyId, ask === 'invited');
  const ringing = useRinging(propertyId, ask === 'ring');
  const calls = useLastCalls(propertyId, ask === 'call');
  if (ask === 'invited') return answersOf(invited, byInvites);
  if (ask === 'ring') return answersOf(ringing, byRinging);
  if (ask === 'call') return answersOf(calls, byLastCall);
  return { answerOf: byOccupancy, fault: null, retry: () => undefined };
}
