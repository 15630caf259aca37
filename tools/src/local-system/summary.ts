import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import type { LocalFile } from './local-file.ts';
import { repositoryDir } from './plans/node-program.ts';

type Row = readonly [name: string, value: string];

/** Returns a command of `script/pas`, which uses `.data` of the repository by default. */
function operatorCommand(path: string, words: string): string {
  const isUsual = path === join(repositoryDir, '.data');
  return isUsual ? `script/pas ${words}` : `LOCAL_DATA='${path}' script/pas ${words}`;
}

const login = ({ email, password }: { email: string; password: string }): string => `${email}  ${password}`;

const renderRows = (rows: readonly Row[]): string =>
  rows.map(([name, value]) => `${name.padEnd(13)}${value}`).join('\n');

/** Parts of the demo that a person can try; null for missing ones. */
interface DemoHints {
  /** Link for a browser. */
  inviteUrl: string | null;
  /** Virtual number of a unit, for a visitor's call. */
  visitedNumber: string | null;
}

/**
 * Returns the summary that `script/server` prints when the system is ready. It has the addresses, the log-ins, a first
 * request and a call to paste.
 */
export function summarize(
  local: LocalFile,
  directory: DataDirectory,
  { inviteUrl, visitedNumber }: DemoHints,
): string {
  const { environments, staff, resident } = local;
  const places: Row[] = [
    ['Gateway', `${local.gatewayUrl}  (environment DEV)`],
    ['Gateway', `${environments.TEST.gatewayUrl}  (environment TEST)`],
    ['Console', local.consoleUrl],
    ['Portal', local.residentUrl],
    ['API docs', local.docsUrl],
    ['Mailbox', local.mailboxUrl],
    ['Sandbox', local.sandboxUrl],
  ];
  const people: Row[] = [
    ['Staff', login(staff)],
    ...(resident ? ([['Resident', login(resident)]] as const) : []),
    ...(inviteUrl === null ? [] : ([['Open invite', inviteUrl]] as const)),
  ];
  const files: Row[] = [
    ['Operator', operatorCommand(directory.path, '--help')],
    ['Logs', directory.logs],
    ['Keys', `${directory.localFile}  (all addresses, keys and passwords)`],
  ];
  const visit = `trigger call --number ${visitedNumber} --answer 1 --digit 9`;
  const call = visitedNumber === null ? '' : `\n${operatorCommand(directory.path, visit)}\n`;
  const trust = local.caFile === null ? '' : `--cacert '${local.caFile}' `;
  return `
${renderRows(places)}

${renderRows(people)}

${renderRows(files)}

Try it:

curl ${trust}-H 'Authorization: Bearer ${local.apiKey}' '${local.gatewayUrl}/api/admin/properties'
${call}`;
}
