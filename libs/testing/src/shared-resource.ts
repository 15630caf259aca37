interface SharedResource {
  opening: Promise<unknown>;
  users: number;
}

/** Vitest loads a global setup once per project, so a module variable would hold one resource per project. */
const process_ = globalThis as { pasSharedResources?: Map<string, SharedResource> };

/**
 * Opens a resource for the first project that uses it, and closes it after the last one.
 *
 * @param open also loads the resource's modules, some of which can be loaded only once per process
 */
export async function shareResource<Resource>(
  name: string,
  open: () => Promise<Resource>,
  close: (resource: Resource) => Promise<void>,
): Promise<{ resource: Resource; release: () => Promise<void> }> {
  const resources = (process_.pasSharedResources ??= new Map<string, SharedResource>());
  const shared = resources.get(name) ?? { opening: open(), users: 0 };
  resources.set(name, shared);
  shared.users += 1;
  const resource = (await shared.opening) as Resource;
  return {
    resource,
    async release() {
      shared.users -= 1;
      if (shared.users === 0) await close(resource);
    },
  };
}
