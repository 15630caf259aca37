import { isPremium } from '@pas/shared/contacts/phone';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { MessageRefused } from '../carrier-errors.ts';
import type { OutgoingText, TextCarrier } from './text-carrier.ts';

type Provider = VirtualNumberRow['provider'];

/** The telephony providers that send texts in this environment. */
export interface TextCarriers {
  /** The one that sends where a property has no number of its own. */
  usual: Provider;
  byProvider: Readonly<Partial<Record<Provider, TextCarrier>>>;
}

/** Sends texts of properties. */
export interface TextSender {
  /**
   * @param home where the person lives; a null property has no number of its own
   * @throws as `TextCarrier.send`
   */
  send(
    home: { tenantId: string; propertyId: string | null },
    text: Omit<OutgoingText, 'from'>,
  ): Promise<string>;
}

/**
 * Sends each text from the property's own number that can send texts, by that number's provider, so that people can call
 * or answer it. Without one it comes from the environment's usual number. None goes to a number that costs extra, such as
 * one that was stored before such numbers were refused.
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
