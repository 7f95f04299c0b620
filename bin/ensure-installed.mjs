// Installs the packages when they are missing or of another lockfile, and finds the Node to run under. Node 20.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const wanted = 24;
const oldestTried = 22;

/**
 * The installed packages are those of the lockfile afterwards; those that only build and test may be missing where they
 * are not needed. Costs a hash when they were so already.
 */
export async function ensureInstalled(root, runToEnd, { needsDev }) {
  const modules = join(root, "node_modules");
  const stamp = join(modules, ".estival-lockfile");
  const lock = readFileSync(join(root, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex");
  if (readIfThere(stamp) === hash) return;
  const packages = JSON.parse(lock.toString()).packages;
  if (!needsDev && holdsPackages(modules, packages, ({ dev, devOptional }) => dev || devOptional)) return;
  if (!holdsPackages(modules, packages, () => false)) {
    if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Error(
        "node_modules is a link to packages of another lockfile. Install there, or remove the link.",
      );
    }
    process.stdout.write("Installing the packages of package-lock.json ...\n");
    // No package here needs its install script, so none gets to run one. NODE_ENV=production must not drop the
    // packages that build the site.
    const args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
    const npm = process.env.npm_execpath;
    if (npm?.endsWith(".js")) await runToEnd(process.execPath, [npm, ...args], { cwd: root });
    else await runToEnd("npm", args, { cwd: root });
  }
  try {
    writeFileSync(stamp, hash);
  } catch {
    // Packages installed by somebody else, read-only for us: compared anew each time.
  }
}

/** Whether somebody ran `npm ci` himself: npm's own record against the lockfile, but for what may be missing. */
function holdsPackages(modules, packages, mayMiss) {
  const record = readIfThere(join(modules, ".package-lock.json"));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(packages).every(([path, wanted]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true || mayMiss(wanted);
  });
}

/**
 * The newer of the Node we run under and the one among the packages.
 *
 * @returns `path` to run, none when there is no chance; `complaint`: one line when it is not what we need.
 */
export function findNode(root) {
  const folder = join(root, "node_modules", `node-${process.platform}-${process.arch}`);
  const packed = readIfThere(join(folder, "package.json"));
  const version = packed ? JSON.parse(packed).version : "0";
  const path = join(folder, "bin", "node");
  if (existsSync(path) && isNewer(version, process.versions.node)) return { path };
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= wanted) return { path: process.execPath };
  const need = `Estival needs Node ${wanted}; this is Node ${process.versions.node}, and no newer one is among its packages`;
  if (major >= oldestTried) return { path: process.execPath, complaint: `${need}. Trying with it.` };
  return {
    complaint: `${need} for ${process.platform} ${process.arch}. Install Node ${wanted} and start again.`,
  };
}

function isNewer(version, than) {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  const place = [0, 1, 2].find((i) => a[i] !== b[i]);
  return place !== undefined && a[place] > b[place];
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
