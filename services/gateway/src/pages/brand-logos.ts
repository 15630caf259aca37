import { notFound, rateLimited } from '@pas/platform/errors/raise';
import { networkOf } from '@pas/platform/http/network-of';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { idPattern } from '@pas/shared/ids/id';
import { TenantLogoModel, type TenantLogoRow } from '@pas/shared/models/tenant-logo';
import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { clientOf } from '../client.ts';

interface Logo {
  mediaType: TenantLogoRow['mediaType'];
  bytes: Buffer;
}

/** The most bytes of logos in memory. */
const maxCachedBytes = 16 * 1024 * 1024;

/** Unknown addresses that a network may ask for in a window. */
const maxUnknown = 60;
const windowMs = 60_000;
const maxNetworks = 10_000;

/** Limits how often a network asks for logos that are not in memory and do not exist. */
function limitUnknown() {
  const counts = new LRUCache<string, { unknown: number }>({ max: maxNetworks, ttl: windowMs });
  return {
    /** @throws rate_limited for a network that asked for many unknown logos */
    require(network: string): void {
      if ((counts.get(network)?.unknown ?? 0) < maxUnknown) return;
      const seconds = counts.getRemainingTTL(network) / 1000;
      throw rateLimited('Many unknown logos were requested. Check the address, then wait.', seconds);
    },
    count(network: string): void {
      const known = counts.get(network);
      if (known) known.unknown += 1;
      else counts.set(network, { unknown: 1 });
    },
  };
}

/** Converts the driver's `Binary` of a lean read to bytes. */
const bytesOf = (stored: unknown): Buffer => Buffer.from((stored as { buffer: Uint8Array }).buffer);

interface LogoName {
  tenantId: string;
  hash: string;
}

/** Finds the present logo of a tenant; null for any other. The store confirms each cached image by its key. */
function createLogoFinder() {
  const cached = new LRUCache<string, Logo>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const unknown = limitUnknown();
  return async ({ tenantId, hash }: LogoName, network: string): Promise<Logo | null> => {
    const known = cached.get(hash);
    if (!known) unknown.require(network);
    const found = TenantLogoModel.findOne({ _id: tenantId, hash }, known ? { _id: 1 } : undefined);
    const row = await found.lean<TenantLogoRow>();
    if (!row) {
      unknown.count(network);
      return null;
    }
    const logo = known ?? { mediaType: row.mediaType, bytes: bytesOf(row.bytes) };
    cached.set(hash, logo);
    return logo;
  };
}

const year = 31_536_000;

const headers = {
  'Cache-Control': `public, max-age=${year}, immutable`,
  // A drawing that is opened as a page has its styles, and nothing else.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // Mail programs and pages of other origins show it.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Serves `/brand/<tenantId>/<hash>`: the logo of a tenant, as long as it is the present one. It needs no credential.
 *
 * @throws not_found for any other address, rate_limited for a network that asked for many unknown ones
 */
export function brandLogos(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const findLogo = createLogoFinder();
  const path = '/brand/:tenantId/:hash';
  router.get(path, async (request, response) => {
    const { tenantId = '', hash = '' } = request.params as Partial<LogoName>;
    const isPossible = idPattern('tenant').test(tenantId) && /^[0-9a-f]{32}$/.test(hash);
    const logo = isPossible ? await findLogo({ tenantId, hash }, networkOf(clientOf(request).address)) : null;
    if (!logo) throw notFound();
    response.set(headers).set('ETag', `"${hash}"`).type(logo.mediaType).send(logo.bytes);
  });
  router.all(path, refuseOtherMethods(['get']));
  return router;
}
