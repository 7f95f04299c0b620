import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const project = join(import.meta.dirname, "..", "..");

/**
 * A copy of the built site as it would be one version apart: the chunk that has this text says `other` instead, and has
 * another name everywhere. The files of before stay beside the new ones, as some deployments keep them. `close` removes it.
 */
export function otherBuild(text: string, other: string): { readonly build: string; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), "estival-build-"));
  const build = join(folder, "build");
  cpSync(join(project, "build"), build, {
    recursive: true,
    filter: (from) => !from.endsWith(".compile-cache"),
  });
  cpSync(join(project, "package.json"), join(folder, "package.json"));
  for (const name of ["node_modules", "migrations", "devkit"])
    symlinkSync(join(project, name), join(folder, name));
  const assets = join(build, "client", "assets");
  const names = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const chunk = names.find((name) => readFileSync(join(assets, name), "utf8").includes(text));
  if (!chunk) throw new Error(`no chunk says ${text}`);
  const renamed = new Map([[chunk, chunk.replace(/-[\w-]{8}\.js$/, "-OTHER000.js")]]);
  // a file that names a renamed chunk gets another name too, as a real build does it
  for (let before = 0; before < renamed.size; ) {
    before = renamed.size;
    for (const name of names)
      if (!renamed.has(name) && [...renamed.keys()].some((one) => read(assets, name).includes(one)))
        renamed.set(
          name,
          name.replace(/-([\w-]{8})\.js$/, (_, hash: string) => `-${[...hash].toReversed().join("")}.js`),
        );
  }
  for (const name of names) {
    const [from, to] = [join(assets, name), join(assets, renamed.get(name) ?? name)];
    const written = withNames(readFileSync(from, "utf8")).replaceAll(text, name === chunk ? other : text);
    if (to !== from) writeFileSync(to, written);
  }
  for (const part of [join(build, "server"), join(build, "server", "assets")])
    for (const name of readdirSync(part).filter((one) => one.endsWith(".js")))
      writeFileSync(join(part, name), withNames(readFileSync(join(part, name), "utf8")));
  return { build, close: () => rmSync(folder, { recursive: true }) };

  function withNames(source: string): string {
    let changed = source;
    for (const [from, to] of renamed) changed = changed.replaceAll(from, to);
    return changed;
  }
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
