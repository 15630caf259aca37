# syntax=docker/dockerfile:1

# One image a service, as a target: docker build --target admin -t property-access/admin .
# An image holds Node, the packages of its service and the sources of its service and of libs/shared. There is no build:
# Node runs TypeScript, and `pnpm install` links libs/shared to where its sources lie, so that Node strips them too.

# --- what all images run on -------------------------------------------------------------------------------------------
FROM node:24.21.0-bookworm-slim AS runtime
WORKDIR /app
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.compile-cache \
    HOST=0.0.0.0 \
    PORT=8080
RUN install --directory --owner=node --group=node .compile-cache
# Health is what the process says of itself; `degraded` serves requests and is healthy.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# --- what installs packages, and is part of no image ------------------------------------------------------------------
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY libs/shared/package.json libs/shared/

FROM packages AS gateway-packages
COPY services/gateway/package.json services/gateway/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/gateway...'

FROM packages AS admin-packages
COPY services/admin/package.json services/admin/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/admin...'

FROM packages AS resident-packages
COPY services/resident/package.json services/resident/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/resident...'

FROM packages AS core-mobile-packages
COPY services/core-mobile/package.json services/core-mobile/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/core-mobile...'

FROM packages AS webhooks-packages
COPY services/webhooks/package.json services/webhooks/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/webhooks...'

FROM packages AS cli-packages
COPY apps/cli/package.json apps/cli/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/cli...'

FROM packages AS sandbox-packages
COPY sandbox/package.json sandbox/
RUN --mount=type=cache,target=/root/.local/share/pnpm \
    pnpm install --prod --frozen-lockfile --filter '@pas/sandbox...'

# --- the images -------------------------------------------------------------------------------------------------------
# They run as the user `node`, by number, so that an orchestrator can see that it is not root.
# Each is started once without a configuration: if an import were missing the build would end here, and what Node has
# compiled until it asks for the configuration stays in the image: it would be half of every later start.

FROM runtime AS gateway
COPY --from=gateway-packages /app ./
COPY libs/shared/src libs/shared/src
COPY services/gateway/src services/gateway/src
COPY docs/openapi docs/openapi
USER 1000:1000
RUN node services/gateway/src/main.ts > /tmp/start 2>&1 || grep 'configuration is not usable' /tmp/start
EXPOSE 8080
CMD ["node", "services/gateway/src/main.ts"]

FROM runtime AS admin
COPY --from=admin-packages /app ./
COPY libs/shared/src libs/shared/src
COPY services/admin/src services/admin/src
USER 1000:1000
RUN node services/admin/src/main.ts > /tmp/start 2>&1 || grep 'configuration is not usable' /tmp/start
EXPOSE 8080
CMD ["node", "services/admin/src/main.ts"]

FROM runtime AS resident
COPY --from=resident-packages /app ./
COPY libs/shared/src libs/shared/src
COPY services/resident/src services/resident/src
USER 1000:1000
RUN node services/resident/src/main.ts > /tmp/start 2>&1 || grep 'configuration is not usable' /tmp/start
EXPOSE 8080
CMD ["node", "services/resident/src/main.ts"]

FROM runtime AS core-mobile
COPY --from=core-mobile-packages /app ./
COPY libs/shared/src libs/shared/src
COPY services/core-mobile/src services/core-mobile/src
USER 1000:1000
RUN node services/core-mobile/src/main.ts > /tmp/start 2>&1 || grep 'configuration is not usable' /tmp/start
EXPOSE 8080
CMD ["node", "services/core-mobile/src/main.ts"]

FROM runtime AS webhooks
COPY --from=webhooks-packages /app ./
COPY libs/shared/src libs/shared/src
COPY services/webhooks/src services/webhooks/src
USER 1000:1000
RUN node services/webhooks/src/main.ts > /tmp/start 2>&1 || grep 'configuration is not usable' /tmp/start
EXPOSE 8080
CMD ["node", "services/webhooks/src/main.ts"]

# The operator's command: docker run property-access/cli indexes apply
FROM runtime AS cli
COPY --from=cli-packages /app ./
COPY libs/shared/src libs/shared/src
COPY apps/cli/src apps/cli/src
USER 1000:1000
RUN node apps/cli/src/main.ts --help
HEALTHCHECK NONE
ENTRYPOINT ["node", "apps/cli/src/main.ts"]

# The outside world of a local system; nothing of it is in the images above.
FROM runtime AS sandbox
COPY --from=sandbox-packages /app ./
COPY sandbox/src sandbox/src
ENV SANDBOX_HOST=0.0.0.0 \
    SANDBOX_PORT=8080 \
    SANDBOX_DATA_DIR=/data
RUN install --directory --owner=node --group=node /data
USER 1000:1000
RUN node sandbox/src/main.ts > /tmp/start 2>&1 || grep 'configuration is not usable' /tmp/start
EXPOSE 8080 4101 4102 4103
CMD ["node", "sandbox/src/main.ts"]
