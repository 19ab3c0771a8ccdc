# Only the manifests, so that installed packages stay cached when code changes.
FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY domain/package.json domain/
COPY server/package.json server/
COPY testing/package.json testing/
COPY web/package.json web/

FROM packages AS screens
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY contract contract
COPY domain domain
COPY web web
RUN node node_modules/vite/bin/vite.js build web
RUN mkdir data

FROM packages AS server
RUN npm ci --ignore-scripts --omit=dev -w @kirana/contract -w @kirana/domain -w @kirana/server

FROM node:24.21.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4100 DATA_DIR=/app/data
WORKDIR /app
COPY --from=server /app ./
COPY contract contract
COPY domain domain
COPY server server
COPY --from=screens /app/web/dist web/dist
COPY --from=screens --chown=node:node /app/data data
USER node
VOLUME /app/data
EXPOSE 4100
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/process/start.ts"]
