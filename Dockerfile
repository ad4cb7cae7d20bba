FROM docker.io/oven/bun:1.4.5-slim AS base
WORKDIR /app
# A container has no home directory for a cache.
ENV BUN_RUNTIME_TRANSPILER_CACHE_PATH=0

FROM base AS server-packages
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --omit=optional

FROM base AS client
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY tsconfig.json ./
COPY src src
COPY client client
COPY scripts/art scripts/art
RUN bun client/build.ts

FROM base
# A new volume takes the owner of the folder it covers.
RUN install -d -o 1000 -g 1000 -m 700 /data /secret && install -d -o 1000 -g 1000 -m 750 /mongo-secret /redis-secret
COPY --from=server-packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
# The server reads the built files with the same code that wrote them.
COPY client/build client/build
COPY --from=client /app/dist dist
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=40s --retries=3 \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`)).ok ? 0 : 1)"]
CMD ["bun", "src/index.ts"]
