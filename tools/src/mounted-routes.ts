/** What Express keeps of a mounted route or router; its types leave this out. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** OpenAPI's spelling of a path whose parameters begin with a colon. */
const inBraces = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function layersBelow(stack: readonly Layer[]): Layer[] {
  return stack.flatMap((layer) => (layer.handle.stack ? layersBelow(layer.handle.stack) : [layer]));
}

/**
 * Lists what an app really answers, as `get /path/{id}`: every route of every router, but for the refusals of other
 * methods and of unknown paths.
 */
export function mountedRoutes(app: { router: unknown }): string[] {
  const { stack } = app.router as { stack: Layer[] };
  const routes = layersBelow(stack).flatMap(({ route }) => (route ? [route] : []));
  return routes.flatMap(({ path, methods }) =>
    Object.keys(methods)
      .filter((method) => method !== '_all')
      .map((method) => `${method} ${inBraces(path)}`),
  );
}
