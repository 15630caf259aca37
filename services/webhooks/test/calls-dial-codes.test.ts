import { UnitModel } from '@pas/shared/models/unit';
import { unitRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { addBuilding, callWith, countingDoors, type Building } from './calls-support.ts';
import { processing as usual } from './processing-support.ts';
import { numbersIn, playTelephonyA } from './telephony-a-calls.ts';
import { playTelephonyB, recordCommands } from './telephony-b-calls.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { doors } = countingDoors();
const { sent, carrier } = recordCommands();
beforeEach(() => sent.clear());
const { keys, send } = await useWebhooks({ doors });
const { visit } = playTelephonyA(keys.current.telephonyA, send);
const processing = { ...usual, doors, carrier };
const atB = playTelephonyB({ key: keys.current.telephonyB, send, processing, sent });

const phonesOf = ({ residents }: Building): string[] => residents.map(({ phone }) => phone ?? '');

describe('a visitor names the unit', () => {
  /** Adds a building of several units whose number asks for the unit. The first unit has the resident. */
  async function addUnits(...codes: [label: string, dialCode: string][]) {
    const building = await addBuilding({ number: { unitId: null } });
    const { tenantId, property, unitId } = building;
    const [[label, dialCode] = ['', ''], ...others] = codes;
    await UnitModel.updateOne({ _id: unitId, tenantId }, { $set: { label, labelKey: label, dialCode } });
    const rows = others.map(([name, code]) =>
      unitRow(tenantId, { propertyId: property._id, label: name, labelKey: name, dialCode: code }),
    );
    await UnitModel.insertMany(rows);
    return building;
  }

  test.each(['000', '000#'])('%s rings the unit with this dial code', async (digits) => {
    const building = await addUnits(['4A', '000'], ['4B', '001'], ['4', '4']);
    const call = visit(building);
    const dial = await call.enter(await call.arrive(), digits);
    expect(numbersIn(dial)).toEqual(phonesOf(building));
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({
      unitId: building.unitId,
      dialled: '000',
    });
  });

  test('the digits of a label ring its unit beside others with the same digits', async () => {
    const building = await addUnits(['4', '4'], ['4A', '000'], ['LOFT4', '001']);
    const call = visit(building);
    expect(numbersIn(await call.enter(await call.arrive(), '4'))).toEqual(phonesOf(building));
  });

  test('digits without a code ring the one unit whose label has just these digits', async () => {
    const building = await addUnits(['7C', '000'], ['17', '17'], ['70', '70']);
    const call = visit(building);
    expect(numbersIn(await call.enter(await call.arrive(), '7'))).toEqual(phonesOf(building));
  });

  test('telephony-b: a dial code rings the unit', async () => {
    const building = await addUnits(['PENTHOUSE', '000'], ['4', '4']);
    const call = atB.visit(building);
    await call.ofVisitor('call.initiated');
    await call.ofVisitor('call.answered');
    const rung = await call.ofVisitor('call.gather.ended', { digits: '000', status: 'valid' });
    expect(rung).toEqual([`call ${phonesOf(building)[0]}`]);
  });

  test('digits that fit several units, or none, choose no unit; the second attempt is the last', async () => {
    const building = await addUnits(['4B', '000'], ['LOFT4', '001']);
    const { tenantId, property } = building;
    const call = visit(building);
    const again = await call.enter(await call.arrive(), '4');
    expect(again).toMatch(/<Gather .*There is no such unit/);
    expect(await call.enter(again, '')).toMatch(/There is no such unit.*Goodbye\.<\/Say><Hangup\/>/);
    expect(await callWith(tenantId, call.sid)).toMatchObject({
      status: 'COMPLETED',
      outcome: 'NO_TARGET',
      unitId: null,
      propertyId: property._id,
      dialled: '4',
    });
  });

  test.each(['*', '0001234567890', '00'])('%s is not a unit, and the call keeps the keys', async (keys) => {
    const building = await addUnits(['4B', '000']);
    const call = visit(building);
    await call.enter(await call.enter(await call.arrive(), '9'), keys);
    expect(await callWith(building.tenantId, call.sid)).toMatchObject({
      outcome: 'NO_TARGET',
      dialled: keys.slice(0, 12),
    });
  });

  test('the code of a deleted unit rings nobody', async () => {
    const building = await addUnits(['4B', '000'], ['5', '5']);
    const { tenantId, unitId } = building;
    const deleted = { isLive: false, deletedAt: new Date() };
    await UnitModel.updateOne({ _id: unitId, tenantId }, { $set: deleted });
    const call = visit(building);
    expect(await call.enter(await call.arrive(), '000')).toMatch(/There is no such unit/);
  });
});
