import { ConfigError } from '@pas/platform/config/read-config';
import { Fault } from '@pas/platform/errors/fault';
import { UsersError } from '@pas/platform/mongo/users/users-error';
import { PasError } from '@pas/client';
import { InvalidArgumentError } from 'commander';
import mongoose from 'mongoose';
import { TriggerError } from './trigger/sandbox-client.ts';

const { MongoServerError } = mongoose.mongo;

/** MongoDB's error codes. */
const [unauthorized, authenticationFailed] = [13, 18];

const expected = [Fault, ConfigError, InvalidArgumentError, UsersError, TriggerError, PasError];

/** The database, command and collection of a refused statement. Its values may be personal, so they are left out. */
const refusedStatement = /^not authorized on (\S+) to execute command \{ (\w+): "?([\w.]+)/;

/** Explains a refusal of MongoDB that new users or rights repair; null for another error. */
function explainRefusal(error: unknown): string | null {
  if (!(error instanceof MongoServerError)) return null;
  if (error.code === authenticationFailed)
    return 'MongoDB refuses a user or password. Run pas users apply, which creates missing users, or check the addresses.';
  if (error.code !== unauthorized) return null;
  const [, database, command, collection] = refusedStatement.exec(error.message) ?? [];
  const statement = command === undefined ? 'a statement' : `${command} on ${collection} of ${database}`;
  return `MongoDB refuses ${statement} to this user. Run pas users apply of this release, which adds rights.`;
}

/** Formats an error that an operator can fix as a sentence, and any other error with its stack. */
export function explainError(error: unknown): string {
  const isExpected = expected.some((kind) => error instanceof kind);
  if (isExpected) return (error as Error).message;
  return explainRefusal(error) ?? String((error as Error).stack);
}
