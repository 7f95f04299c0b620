import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    // the process itself is the server's entry: router and host then share one copy of every module
    ssr: {
      build: { rollupOptions: { input: "./src/host/main.ts" }, target: "node24" },
      // bundled, so that React is the production one whatever NODE_ENV says, and the start reads few files
      resolve: {
        noExternal: [
          /^react($|-dom|-router|-hot-toast|\/)/,
          /^@react-router\//,
          "hono",
          "@hono/node-server",
          "isbot",
          "cookie-es",
          "goober",
        ],
      },
    },
  },
  build: {
    target: "es2022",
    // Nothing becomes a data: address, so that the content security policy need not allow them.
    assetsInlineLimit: 0,
  },
});
