#!/usr/bin/env node
import { userInfo } from 'node:os';
import { runCommand } from './run-command.ts';

// A reader such as `head` closes the pipe when it has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await runCommand(process.argv.slice(2), {
  environment: process.env,
  operator: `pas (${userInfo().username})`,
  print: (line) => void process.stdout.write(`${line}\n`),
  remark: (line) => void process.stderr.write(`${line}\n`),
  stopSignal: () => {
    const stop = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
    return stop.signal;
  },
  exit: (code) => {
    process.exitCode = code;
  },
});
