import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";

const entry = "virtual:hydrate-alone";
const code = `import { createElement } from "react"; import { hydrateRoot } from "react-dom/client"; hydrateRoot(document, createElement("html"));`;

/** J: what React needs to hydrate anything at all, built by the same tools from the same lockfile; bytes of brotli. */
export async function hydrateBundle(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    plugins: [
      {
        name: "hydrate-alone",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const scripts = outputs.flatMap((one) => (one.type === "chunk" ? [one.code] : []));
  return brotliCompressSync(scripts.join("\n"), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
