import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What a browser fetches lies beside itself compressed, once and well, instead of on each request or never. */
const compressedAssets: Plugin = {
  name: "compressed-assets",
  applyToEnvironment: ({ name }) => name === "client",
  async writeBundle({ dir = "" }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg|wasm)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name);
        const plain = await readFile(path);
        const [brotli, gzipped] = await Promise.all([
          toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          toGzip(plain, { level: 9 }),
        ]);
        await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
      }),
    );
  },
};

/** What stands on or around every public page; `test/architecture.test.ts` checks that the files exist. */
const everyPage = [
  "kernel/time",
  "kernel/money",
  "kernel/romanian",
  "kernel/nouns",
  "kernel/language",
  "web/public/public-texts",
  "web/public/site-frame",
  "web/public/site-header",
  "web/public/site-footer",
  "web/public/night-badge",
  "web/public/newsletter-form",
  "web/public/lost-pages",
  "web/public/page-head",
  "web/ui/icon",
  "web/ui/picture",
  "web/ui/brand-mark",
  "web/ui/toast-region",
  "web/ui/button",
  "web/ui/date-text",
  "web/ui/horizon-pictures",
  "web/ui/load-failed",
  "web/ui/empty-state",
  "web/ui/secret-flag",
  "web/ui/browser-facilities",
  "web/ui/page-title",
  "web/sign-in/auth-calls",
  "web/sign-in/auth-context",
  "web/sign-in/auth-session",
];
const ofEveryPage = new RegExp(`/src/(?:${everyPage.join("|")})\\.tsx?$|node_modules/react-hot-toast/`);

export default defineConfig({
  plugins: [reactRouter(), compressedAssets],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // few files compress better than many, and a phone asks for each: what every page runs, and what sells
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
                  priority: 2,
                },
                { name: "site", test: ofEveryPage, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // the process itself is the server's entry: router and host then share one copy of every module
    ssr: {
      // demo mode runs without NODE_ENV; React must be the quick one all the same
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: { rollupOptions: { input: "./src/host/main.ts" }, target: "node24" },
      // bundled into few files: a start that has to find a thousand of them takes twice as long
      resolve: {
        noExternal: true,
        external: [
          "pg",
          "pg-native",
          "pdfkit",
          "fontkit",
          "nodemailer",
          "smtp-server",
          "pino",
          "sharp",
          "@aws-sdk/client-s3",
        ],
      },
    },
  },
  build: {
    // the oldest browsers that are promised (README.md)
    target: ["chrome109", "firefox115", "safari16"],
    // Nothing becomes a data: address, so that the content security policy need not allow them.
    assetsInlineLimit: 0,
  },
});
