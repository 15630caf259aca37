import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSystem } from '../shared-system/use-system.ts';
import { readDocument, sectionBlocks } from './section-blocks.ts';
import { openShell, type ShellSession } from './shell-session.ts';

const readme = readDocument('README.md');
const blocksOf = (heading: string): string[] => sectionBlocks(readme, heading);

describe('the code blocks of the README, pasted in order', () => {
  const [setUp = '', invite = '', signUp = '', audit = '', otherEnvironment = '', ...more] = blocksOf(
    'From an invite to a resident',
  );
  const [openDoor = '', makePass = '', ...moreOfDoors] = blocksOf('Doors and guests');
  let folder: string;
  let shell: ShellSession;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'property-access-readme-'));
    shell = openShell(folder);
    const { dataDir } = await useSystem();
    symlinkSync(dataDir, join(folder, '.data'));
  });
  afterAll(() => {
    shell.close();
    rmSync(folder, { recursive: true });
  });

  test('begins with the purpose, then the two commands, then the shell of the blocks', () => {
    const order = [
      'Property managers',
      'script/server',
      'script/test',
      'gateway',
      'need **bash**',
      'GATEWAY=',
    ];
    const places = order.map((words) => readme.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('reads addresses and keys without output', async () => {
    expect(more).toEqual([]);
    expect(await shell.paste(setUp)).toBe('');
  });

  test('creates an invite and sends it', async () => {
    const printed = await shell.paste(invite);
    expect(printed).toMatch(/^inv_\w{26} invites to unit_\w{26} of prop_\w{26}\n/);
    expect(printed).toContain("to: 'j•••@example.test'");
    expect(printed).toContain("status: 'QUEUED'");
  });

  test('signs up the resident, who sees the unit', async () => {
    const [resident = '', units = ''] = (await shell.paste(signUp)).split('\n[\n');
    expect(resident).toContain("firstName: 'Jordan'");
    expect(units).toContain("label: 'Apt 4B'");
    expect(units).toContain("name: 'Harbor View'");
  });

  test('shows the audit records with their actors', async () => {
    const steps = [
      "'invite.created', 'API_KEY'",
      "'invite.dispatched', 'API_KEY'",
      "'invite.accepted', 'RESIDENT'",
    ];
    const showsAll = async (): Promise<string | null> => {
      const printed = await shell.paste(audit);
      return steps.every((step) => printed.includes(step)) ? printed : null;
    };
    expect(await waitUntil(showsAll, { what: 'the three records of the invite' })).toMatch(/^ACCEPTED\n/);
  });

  test('exports the audit by the command of its page', async () => {
    const page = readDocument('docs/audit.md');
    const [command = ''] = /^curl .*audit\/export.*$/m.exec(page) ?? [];
    await shell.paste(command);
    const lines = await shell.paste('cat audit.ndjson');
    expect(lines).toMatch(/^\{"jws":|"action":/);
    expect(lines).toContain('"action":"invite.accepted"');
  });

  test('reaches the other environment', async () => {
    expect(await shell.paste(otherEnvironment)).toContain("environment: 'TEST'");
  });

  test('opens a door as the resident, and lets a guest in', async () => {
    expect(moreOfDoors).toEqual([]);
    expect(await shell.paste(openDoor)).toBe('SUCCEEDED\n');
    const printed = await shell.paste(makePass);
    expect(printed).toMatch(/'Sam Ortiz',\s+'http\S+\/pass\/[\w-]{43}',\s+'\d{6}'/);
    expect(printed).toContain("'GRANTED', 'current_residence', true");
    expect(printed).toContain("name: 'number'");
  });

  test('receives, verifies and refuses webhooks at the sandbox', async () => {
    const [receive = '', refuse = '', ...others] = blocksOf('Webhooks');
    expect(others).toEqual([]);
    const received = await shell.paste(receive);
    expect(received).toContain('hasSecret: true');
    // The opening of the door above may arrive too, if it is sequenced late.
    expect(received).toMatch(/PENDING\n\[\s+(?:\[ 'door\.opened', 'genuine', 204 \],?\s+)+\]\n$/);
    const refused = await shell.paste(refuse);
    expect(refused).toContain("behaviour: 'fail'");
    expect(refused).toContain("[ 'door.opened', 'genuine', 500 ]");
    expect(refused).toMatch(/'door\.opened', '(?:PENDING|FAILED)', 1/);
  });

  test('fails when the system refuses', async () => {
    const answer = '{"code":"unit_not_found","message":"There is no such unit."}';
    await expect(shell.paste(`echo '${answer}' | pick unit.id`)).rejects.toThrow("code: 'unit_not_found'");
  });
});
