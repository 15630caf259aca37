# syntax=docker/dockerfile:1

# The image of each service: docker build --build-arg SERVICE=admin -t property-access/admin .
# Nothing is compiled: Node runs TypeScript, and pnpm links the libraries to where their sources lie, so that Node strips
# their types too.

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# Installs the packages of the service and of the libraries, and is no part of the image itself.
FROM base AS packages
ARG SERVICE
RUN --mount=type=cache,target=/root/.npm \
    npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY libs/platform/package.json libs/platform/
COPY libs/shared/package.json libs/shared/
COPY services/${SERVICE}/package.json services/${SERVICE}/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter "@pas/${SERVICE}..."

# Builds console and portal, which the gateway serves; an empty directory for the other services.
FROM base AS web
ARG SERVICE
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json ./
COPY apps/web apps/web
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/root/.local/share/pnpm \
    mkdir -p apps/web/dist && if [ "${SERVICE}" = gateway ]; then \
      npm install --global pnpm@12.21.0 && \
      NODE_ENV=development pnpm install --frozen-lockfile --filter @pas/web && \
      pnpm --filter @pas/web run build; \
    fi

FROM base
ARG SERVICE
# With two arenas the C library gives memory back that it keeps otherwise.
ENV NODE_COMPILE_CACHE=/app/.compile-cache \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=8080
# /checkpoints belongs to the user, and so does a volume that is mounted there: admin keeps the audit's checkpoints in it.
RUN install --directory --owner=node --group=node .compile-cache /checkpoints
COPY --from=packages /app ./
COPY libs/platform/src libs/platform/src
COPY libs/shared/src libs/shared/src
# The gateway serves these descriptions of the APIs.
COPY docs/openapi docs/openapi
COPY --from=web /app/apps/web/dist apps/web/dist
COPY services/${SERVICE}/src services/${SERVICE}/src
WORKDIR /app/services/${SERVICE}
# The user `node`, by number, so that an orchestrator can see that it is not root.
USER 1000:1000
# Loads everything and stops for want of a configuration: the build ends here if an import is missing, and what Node has
# compiled stays in the image.
RUN ["node", "--eval", "import('./src/main.ts').then(() => process.exit(1), (error) => { if (error.name !== 'ConfigError') throw error; })"]
EXPOSE 8080
STOPSIGNAL SIGTERM
# Health is what the process says of itself; `degraded` serves requests and is healthy. A certificate is for the name under
# which others reach it, and this asks over loopback: it is not checked.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "const { PORT: port, TLS_CERT_FILE: tls } = process.env; require(tls ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode < 300 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "src/main.ts"]
