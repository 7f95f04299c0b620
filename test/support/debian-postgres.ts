import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = "/usr/lib/postgresql";

/**
 * The oldest PostgreSQL that the system has installed, as a folder that the launcher takes for a package of binaries
 * (`packageDir`); undefined where there is none.
 */
export function findSystemPostgres(): { readonly version: string; readonly packageDir: string } | undefined {
  const version = existsSync(root)
    ? readdirSync(root)
        .filter((name) => existsSync(join(root, name, "bin", "initdb")))
        .sort((a, b) => Number(a) - Number(b))[0]
    : undefined;
  if (!version) return undefined;
  const packageDir = mkdtempSync(join(tmpdir(), "estival-postgres-"));
  mkdirSync(packageDir, { recursive: true });
  symlinkSync(join(root, version), join(packageDir, "native"));
  writeFileSync(join(packageDir, "package.json"), JSON.stringify({ version: `${version}-of-the-system` }));
  return { version, packageDir };
}
