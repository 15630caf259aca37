#!/usr/bin/env node
import { userInfo } from 'node:os';
import { ConfigError } from '@pas/platform/config/read-config';
import { UsersError } from '@pas/platform/mongo/users/users-error';
import { chooseCorrelationId, withTrace } from '@pas/platform/trace/trace';
import { Fault } from '@pas/platform/errors/fault';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { TriggerError } from './trigger/sandbox-client.ts';

const remark = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const exit = (code: number): void => {
  process.exitCode = code;
};

/** What an operator can mend is told in a sentence; anything else with its stack. */
function explain(error: unknown): string {
  const isExpected = [Fault, ConfigError, CommanderError, UsersError, TriggerError].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? (error as Error).message : String((error as Error).stack);
}

try {
  const operator = `pas (${userInfo().username})`;
  const program = createProgram({ environment: process.env, operator, print, remark, exit });
  const trace = { correlationId: chooseCorrelationId(undefined), traceparent: null };
  await withTrace(trace, () => program.parseAsync());
} catch (error) {
  remark(`pas: ${explain(error)}`);
  process.exitCode = 1;
}
