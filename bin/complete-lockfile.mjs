// `node bin/complete-lockfile.mjs`, after `npm install` with a registry that does not carry packages for every system:
// npm leaves those out of the lockfile, and `npm ci` then refuses it. This writes them in, as any other registry would
// have; npm installs none of them on a system that is not theirs.
import { readFileSync, writeFileSync } from "node:fs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = ["arm64", "x64", "ia32", "riscv64", "s390x", "ppc64", "loong64", "mips64el", "arm"];
let added = 0;

for (const [path, found] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(found.optionalDependencies ?? {})) {
    if (path === "" || lock.packages[`node_modules/${name}`] || lock.packages[`${path}/node_modules/${name}`])
      continue;
    const words = name.split("/").at(-1).split("-");
    const os = systems.find((system) => words.includes(system));
    const cpu = processors.find((processor) => words.includes(processor));
    if (!os || !cpu || !/^\d/.test(version)) continue;
    const musl = words.some((word) => word.startsWith("musl"));
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(found.dev ? { dev: true } : {}),
      ...(os === "linux" ? { libc: [musl ? "musl" : "glibc"] } : {}),
      optional: true,
      os: [os],
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages for other systems written into the lockfile.`);
