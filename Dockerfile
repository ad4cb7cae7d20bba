FROM docker.io/oven/bun:1.4.5-slim AS build
WORKDIR /app
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# A container has no home directory for a cache.
ENV BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY tsconfig.json ./
COPY src src
COPY client client
COPY scripts scripts
# The file needs the C library. A new volume takes the owner of the folder it covers.
RUN install -d -o 1000 -g 1000 -m 700 /out/data /out/secret \
  && install -d -o 1000 -g 1000 -m 750 /out/mongo-secret /out/redis-secret \
  && install -d -m 1777 /out/tmp \
  && bun scripts/binary.ts --to /out/portal \
  && ldd /out/portal | grep -o '/[^ ]*' | xargs cp -L --parents -t /out

FROM scratch
COPY --from=build /out /
COPY LICENSE docs/licences.md /
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=40s --retries=3 CMD ["/portal", "health"]
ENTRYPOINT ["/portal"]
