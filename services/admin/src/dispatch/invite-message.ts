import { notFound } from '@pas/platform/errors/raise';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { Delivery, InviteRow } from '@pas/shared/models/invite';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { readTenant } from '@pas/shared/tenants/read-tenant';
import { chooseLanguage, dateLocale } from '@pas/shared/messages/language';
import { messagesIn, unitName } from '@pas/shared/messages/messages-in';
import type { Messages } from '@pas/shared/messages/en';
import { mailBrandOf, type MailBrand } from './mail-brand.ts';
import { toLine } from './to-line.ts';

/** Localized content of a message about an invite. */
export interface InviteMessage {
  kind: Delivery['kind'];
  brand: MailBrand;
  messages: Messages;
  /** The values of the catalogue's sentences. */
  values: Readonly<
    Record<'tenant' | 'property' | 'unit' | 'url' | 'expiry' | 'date', string> & { name?: string }
  >;
}

/** Names the time zone, because the invited person may live in another one. */
function writeMoment(at: Date, locale: string, timeZone: string): string {
  const date = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return toLine(at.toLocaleString(locale, { ...date, ...time, timeZone }));
}

/** Drops the trailing dot of an abbreviated month, because the date ends a sentence. */
const writeDay = (at: Date, locale: string, timeZone: string): string =>
  toLine(at.toLocaleDateString(locale, { month: 'short', day: 'numeric', timeZone })).replace(/\.$/, '');

/** Inputs of a message. */
export interface InviteFacts {
  kind: Delivery['kind'];
  invite: Pick<InviteRow, 'inviteeName' | 'locale' | 'expiresAt'>;
  inviteUrl: string;
  brand: MailBrand;
  property: Pick<PropertyRow, 'name' | 'locale' | 'timeZone'>;
  unitLabel: string;
  /** BCP 47; the invite's own or else the property's unless given. */
  locale?: string | undefined;
}

/**
 * Composes the content of a message. Uses the first known language of the given one, the invite's and the
 * property's.
 */
export function composeMessage(facts: InviteFacts): InviteMessage {
  const { kind, brand, invite, property } = facts;
  const tags = [facts.locale, invite.locale, property.locale];
  const messages = messagesIn(chooseLanguage(...tags));
  const locale = dateLocale(messages.language, ...tags);
  const name = toLine(invite.inviteeName ?? '');
  return {
    kind,
    brand,
    messages,
    values: {
      tenant: brand.name,
      property: toLine(property.name),
      unit: toLine(unitName(messages, facts.unitLabel)),
      url: facts.inviteUrl,
      expiry: writeMoment(invite.expiresAt, locale, property.timeZone),
      date: writeDay(invite.expiresAt, locale, property.timeZone),
      ...(name !== '' && { name }),
    },
  };
}

/** Home that an invite offers, and the appearance of its tenant. */
export interface OfferedHome {
  property: PropertyRow;
  unit: UnitRow;
  brand: MailBrand;
}

/** @throws not_found when the tenant is deleted, Error when the property or the unit does not exist */
export async function loadOfferedHome(
  { _id, tenantId, propertyId, unitId }: InviteRow,
  { portalUrl }: InviteLinks,
): Promise<OfferedHome> {
  const [property, unit, tenant] = await Promise.all([
    PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    UnitModel.findOne({ _id: unitId, tenantId }).lean<UnitRow>(),
    readTenant(tenantId),
  ]);
  if (!property || !unit) throw new Error(`The invite ${_id} names a property or unit that does not exist.`);
  if (!tenant.isLive) throw notFound();
  return { property, unit, brand: mailBrandOf(tenant, portalUrl) };
}

interface Message extends Pick<InviteFacts, 'kind' | 'locale'> {
  invite: InviteRow;
  home: OfferedHome;
  links: InviteLinks;
}

/** Composes the message of a stored invite. The sender and the preview use the same one. */
export function messageOf({ kind, invite, home, links, locale }: Message): InviteMessage {
  const { property, unit, brand } = home;
  const { inviteUrl } = links.linkOf(invite);
  return composeMessage({ kind, invite, inviteUrl, brand, property, unitLabel: unit.label, locale });
}
