#!/usr/bin/env node
import { userInfo } from 'node:os';
import { runCommand } from './run-command.ts';

await runCommand(process.argv.slice(2), {
  environment: process.env,
  operator: `pas (${userInfo().username})`,
  print: (line) => void process.stdout.write(`${line}\n`),
  remark: (line) => void process.stderr.write(`${line}\n`),
  exit: (code) => {
    process.exitCode = code;
  },
});
