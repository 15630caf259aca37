# The image of each service: docker build --build-arg SERVICE=admin -t property-access/admin .
# Nothing is compiled: Node runs TypeScript. pnpm links the libraries to their sources, so that Node strips their types
# too.

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# Build stage with the package manager.
FROM base AS workspace
RUN --mount=type=cache,target=/root/.npm \
    npm install --global pnpm@12.21.0
# pnpm keeps its store below this directory.
ENV XDG_DATA_HOME=/cache
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./

# Build stage that installs the packages of the service and of the libraries.
FROM workspace AS packages
ARG SERVICE
COPY libs/platform/package.json libs/platform/
COPY libs/shared/package.json libs/shared/
COPY services/${SERVICE}/package.json services/${SERVICE}/
RUN --mount=type=cache,target=/cache \
    pnpm install --prod --frozen-lockfile --filter "@pas/${SERVICE}..."

# Build stage of /built: console, portal and documentation site of the gateway, mails of admin, nothing of the others.
FROM workspace AS built
ARG SERVICE
COPY tsconfig.base.json ./
COPY apps/web apps/web
COPY apps/docs apps/docs
COPY apps/mail apps/mail
COPY apps/mcp/README.md apps/mcp/
COPY clients clients
COPY docs docs
COPY README.md CHANGELOG.md ./
RUN --mount=type=cache,target=/cache \
    mkdir /built && case "${SERVICE}" in gateway) apps='web docs' ;; admin) apps=mail ;; esac && \
    for app in ${apps}; do \
      NODE_ENV=development pnpm install --frozen-lockfile --filter "@pas/${app}" && \
      pnpm --filter "@pas/${app}" run build && \
      cp --parents --recursive "apps/${app}/dist" /built || exit 1; \
    done

FROM base
ARG SERVICE
# With two arenas, the C library returns more memory to the system.
ENV NODE_COMPILE_CACHE=/app/.compile-cache \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=8080
# /checkpoints, or a volume mounted there, belongs to the user. Admin stores the audit's checkpoints in it.
RUN install --directory --owner=node --group=node .compile-cache /checkpoints
COPY docker/health-check /usr/local/bin/
COPY --from=packages /app ./
COPY libs/platform/src libs/platform/src
COPY libs/shared/src libs/shared/src
# The gateway serves these descriptions of the APIs.
COPY docs/openapi docs/openapi
COPY --from=built /built ./
COPY services/${SERVICE}/src services/${SERVICE}/src
WORKDIR /app/services/${SERVICE}
# The user `node` as a number, so that an orchestrator can verify that it is not root.
USER 1000:1000
# Loads everything and stops because the configuration is missing. The build fails here for a missing import, and the
# image keeps the compile cache.
RUN ["node", "--eval", "import('./src/main.ts').then(() => process.exit(1), (error) => { if (error.name !== 'ConfigError') throw error; })"]
# The build that health checks, metrics, logs and `--version` name: docker build --build-arg BUILD_ID=$(git rev-parse HEAD)
ARG BUILD_ID=unknown
ENV BUILD_ID=${BUILD_ID}
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=60s --retries=3 CMD ["health-check"]
CMD ["node", "src/main.ts"]
