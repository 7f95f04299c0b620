import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What a browser fetches lies beside itself squeezed, once and well, instead of on each request or never. */
const squeezedAssets: Plugin = {
  name: "squeezed-assets",
  applyToEnvironment: ({ name }) => name === "client",
  async writeBundle({ dir = "" }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name));
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

/** What stands on or around every public page. */
const everyPage =
  /src\/(?:kernel\/(?:time|money|romanian)|web\/(?:public\/(?:public-texts|site-(?:frame|header|footer)|event-card|newsletter-form|lost-pages|page-head|demo-ribbon)|ui\/(?:icon|picture|brand-mark|toast-region|button|date-text|horizon-[a-z]+|load-failed|empty-state|secret-flag)|request\/(?:page-title|auth-[a-z]+)))\.tsx?$|node_modules\/react-hot-toast\//;

export default defineConfig({
  plugins: [reactRouter(), squeezedAssets],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // few files squeeze better than many, and a phone asks for each: what every page runs, and what sells
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
                  priority: 2,
                },
                { name: "site", test: everyPage, priority: 1 },
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
