import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Nothing becomes a data: address, so that the content security policy need not allow them.
    assetsInlineLimit: 0,
  },
});
