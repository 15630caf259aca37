import { isPremium } from '@pas/shared/contacts/phone';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { MessageRefused } from '../carrier-errors.ts';
import type { OutgoingText, TextCarrier } from './text-carrier.ts';

type Provider = VirtualNumberRow['provider'];

/** The telephony providers that send texts in this environment. */
export interface TextCarriers {
  /** The default provider, for properties without a number. */
  usual: Provider;
  byProvider: Readonly<Partial<Record<Provider, TextCarrier>>>;
}

/** Sends texts of properties. */
export interface TextSender {
  /**
   * @param home the recipient's home; a null property has no number
   * @throws as `TextCarrier.send`
   */
  send(
    home: { tenantId: string; propertyId: string | null },
    text: Omit<OutgoingText, 'from'>,
  ): Promise<string>;
}

/**
 * Sends each text through the provider of the property's own SMS number, so that people can call it or reply.
 * Without one, the environment's default number is used. Premium numbers get no texts: some were stored
 * before such numbers were refused.
 */
export function createTextSender({ usual, byProvider }: TextCarriers): TextSender {
  return {
    async send({ tenantId, propertyId }, text) {
      if (isPremium(text.to)) throw new MessageRefused('premium_number', 'Texts to the number cost extra.');
      const own = await VirtualNumberModel.findOne({
        tenantId,
        propertyId,
        unitId: null,
        status: 'ASSIGNED',
        capabilities: 'SMS',
        provider: { $in: Object.keys(byProvider) as Provider[] },
      })
        .sort({ _id: 1 })
        .lean<VirtualNumberRow>();
      const carrier = byProvider[own?.provider ?? usual];
      if (!carrier) throw new Error('The usual telephony provider is not configured.');
      return carrier.send({ ...text, from: own?.number });
    },
  };
}
