import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of one local system's files. */
export interface DataDirectory {
  path: string;
  mongo: string;
  nats: string;
  natsConfigFile: string;
  sandbox: string;
  /** Certificate authority of `--tls`, and certificate of all servers. */
  certificates: string;
  peopleFile: string;
  /** Controllers that the sandbox plays, with their keys. */
  doorsFile: string;
  logs: string;
  /** Signed checkpoints of the audit. */
  auditCheckpoints: string;
  localFile: string;
  secretsFile: string;
  /** Settings of the operator's command line, for `node --env-file`. */
  cliEnvironmentFile: string;
  ledgerFile: string;
}

/** Creates the directory, accessible only to its owner, and returns its paths. */
export function openDataDirectory(path: string): DataDirectory {
  const inside = (name: string): string => join(path, name);
  const directory: DataDirectory = {
    path,
    mongo: inside('mongo'),
    nats: inside('nats'),
    natsConfigFile: inside('nats/nats-server.conf'),
    sandbox: inside('sandbox'),
    certificates: inside('certificates'),
    peopleFile: inside('sandbox/people.json'),
    doorsFile: inside('sandbox/doors.json'),
    logs: inside('logs'),
    auditCheckpoints: inside('audit-checkpoints'),
    localFile: inside('local.json'),
    secretsFile: inside('secrets.json'),
    cliEnvironmentFile: inside('cli.env'),
    ledgerFile: inside('processes.json'),
  };
  const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  // The directory contains secrets, so git must ignore it under any name.
  if (isNew) writeFileSync(inside('.gitignore'), '*\n');
  for (const folder of [
    directory.mongo,
    directory.nats,
    directory.sandbox,
    directory.logs,
    directory.auditCheckpoints,
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  return directory;
}
