/** Express's internal entry of a mounted route or router, which its types omit. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** Converts `:name` parameters of a path to OpenAPI's `{name}`. */
const inBraces = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function layersBelow(stack: readonly Layer[]): Layer[] {
  return stack.flatMap((layer) => (layer.handle.stack ? layersBelow(layer.handle.stack) : [layer]));
}

/**
 * Lists the mounted routes of an app, as `get /path/{id}`. It excludes the refusals of other methods and unknown paths.
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
