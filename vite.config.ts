import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    // the process itself is the server's entry: router and host then share one copy of every module
    ssr: {
      // demo mode runs without NODE_ENV; React must be the quick one all the same
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: { rollupOptions: { input: "./src/host/main.ts" }, target: "node24" },
      // bundled into few files: a start that has to find a thousand of them takes twice as long
      resolve: {
        noExternal: true,
        external: ["pg", "pg-native", "pdfkit", "fontkit", "nodemailer", "smtp-server", "pino", "sharp"],
      },
    },
  },
  build: {
    target: "es2022",
    // Nothing becomes a data: address, so that the content security policy need not allow them.
    assetsInlineLimit: 0,
  },
});
