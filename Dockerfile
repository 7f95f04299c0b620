# The site as an image: docs/operations.md, "In a container". Built from a clone: docker build -t estival .
FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# the prepared database is for the account that built it
RUN npm run build && rm -rf build/.compile-cache build/database-template

# What runs the site, without what builds and tests it.
FROM node:24-bookworm-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
RUN useradd --uid 10001 --create-home estival && install -d -o estival -g estival /data
WORKDIR /site
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/build build
COPY --from=build /site/src src
COPY --from=build /site/devkit devkit
COPY --from=build /site/migrations migrations
COPY --from=build /site/package.json /site/package-lock.json ./
USER estival
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/index.js"]
