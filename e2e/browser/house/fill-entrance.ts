import { randomUUID } from 'node:crypto';
import { missCall } from '../../client/miss-call.ts';
import type { BrowserFixture } from '../use-browser.ts';
import type { Homes } from './fill-homes.ts';
import type { Writer } from './writer.ts';

/** Rows of the entrance of a house. */
export interface Entrance {
  doorId: string;
  deviceId: string;
  reportId: string;
  numberId: string;
  callId: string;
  /** The vendor's pass. */
  passId: string;
  /** The page of the guest's pass. */
  passUrl: string;
}

/** Creates a vendor pass as staff and a guest pass as the resident. */
async function fillPasses(
  writer: Writer,
  { propertyId, token }: Homes,
  doorId: string,
): Promise<Pick<Entrance, 'passId' | 'passUrl'>> {
  const { one, other } = writer.texts;
  const accessPointIds = [doorId];
  const startsAt = new Date().toISOString();
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const period = { accessPointIds, startsAt, endsAt };
  const holders = [{ name: one }, { name: other }];
  const vendor = { ...period, propertyId, kind: 'VENDOR', holders };
  const { pass: made } = await writer.post<{ pass: { id: string } }>('/passes', vendor);
  const body = { ...period, guestName: one };
  const { pass } = await writer.sendAsResident<{ pass: { url: string } }>({
    token,
    path: '/access/passes',
    body,
  });
  return { passId: made.id, passUrl: pass.url };
}

/** Fills the rows of the entrance: a door, a report about it, passes, a device, a number and a call. */
export async function fillEntrance(fixture: BrowserFixture, writer: Writer, homes: Homes): Promise<Entrance> {
  const { post, texts } = writer;
  const { accessPoint } = await post<{ accessPoint: { id: string } }>('/access-points', {
    propertyId: homes.propertyId,
    name: texts.other,
    kind: 'GATE',
    controller: { adapter: 'nats', ref: `house-${randomUUID()}` },
  });
  await post(`/access-points/${accessPoint.id}/unlock`, { reason: texts.other });
  const { device } = await writer.sendAsResident<{ device: { id: string } }>({
    token: homes.token,
    path: '/devices',
    body: { provider: 'FCM', token: randomUUID(), platform: 'ANDROID', appVersion: texts.other },
  });
  const { report } = await writer.sendAsResident<{ report: { id: string } }>({
    token: homes.token,
    path: '/api/v1/me/reports',
    body: { kind: 'DOOR', text: texts.other, unitId: homes.unitId, accessPointId: accessPoint.id },
  });
  return {
    doorId: accessPoint.id,
    deviceId: device.id,
    reportId: report.id,
    ...(await fillPasses(writer, homes, accessPoint.id)),
    ...(await missCall(writer.manager, {
      sandboxUrl: fixture.system.local.sandboxUrl,
      unitId: homes.unitId,
    })),
  };
}
