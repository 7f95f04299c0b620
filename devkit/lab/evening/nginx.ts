import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

type EveningProxy = { end(): Promise<unknown> };

/** nginx as docs/operations.md sets it up. */
export async function startNginx(nginx: string, place: NginxPlace): Promise<EveningProxy> {
  const file = join(place.folder, "nginx.conf");
  writeFileSync(file, advisedNginx(place));
  const child = spawn(nginx, ["-e", join(place.folder, "nginx.log"), "-c", file], { stdio: "inherit" });
  const withUs = () => child.kill("SIGKILL");
  process.once("exit", withUs);
  const ended = once(child, "exit");
  while (!(await answers(place.port))) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    await pause(20);
  }
  return {
    async end() {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", withUs);
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const advisedSite = join(
  import.meta.dirname,
  "..",
  "..",
  "..",
  "deploy/files/etc/nginx/sites-enabled/estival",
);

/**
 * A whole configuration for nginx in the foreground, of the site that docs/operations.md installs: with these processes behind it,
 * this port without TLS before it, and all that it writes in `folder`. Each client names its own address, as many
 * machines would have.
 */
function advisedNginx({ port, upstreams, folder }: NginxPlace): string {
  let site = readFileSync(advisedSite, "utf8");
  const change = (advised: string, here: string) => {
    if (!site.includes(advised)) throw new Error(`the advised site no longer has: ${advised}`);
    site = site.replaceAll(advised, here);
  };
  change("server 127.0.0.1:3000 ", upstreams.map((at) => `server ${at} `).join("max_fails=0;\n  "));
  change("listen 80;", `listen unix:${folder}/redirect.sock;`);
  change("listen 443 ssl http2;", `listen 127.0.0.1:${port} backlog=4096;`);
  // here all clients have one address
  change("limit_conn estival", "# ");
  change("access_log /var/log/nginx/access.log estival;", "access_log off;");
  change("error_log /var/log/nginx/error.log", `error_log ${folder}/nginx.log`);
  change("ssl_certificate ", "# ");
  change("ssl_certificate_key ", "# ");
  change("$proxy_add_x_forwarded_for", "$http_x_forwarded_for");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n");
  return `daemon off;
master_process off;
error_log ${folder}/nginx.log crit;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
${temporary}
${site}}
`;
}

type NginxPlace = {
  readonly port: number;
  /** Addresses with their ports. */
  readonly upstreams: readonly string[];
  readonly folder: string;
};

const cache = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache");
const unpacked = join(cache, "nginx");
const unpackedProgram = join(unpacked, "usr", "sbin", "nginx");

/**
 * The nginx of this machine, else Debian's package, fetched once and unpacked beside the other packages: nothing is
 * installed, and no service begins. Undefined where neither can be had.
 */
export function findNginx(): string | undefined {
  if (runs("nginx")) return "nginx";
  if (!existsSync(unpackedProgram)) unpack();
  return runs(unpackedProgram) ? unpackedProgram : undefined;
}

const runs = (program: string) => spawnSync(program, ["-v"]).status === 0;

function unpack(): void {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "nginx-"));
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, timeout: 60_000 }).status === 0;
  const fetchPackage = () => run("apt-get", "download", "-qq", "nginx");
  try {
    // the lists of a new machine are empty or old
    if (!fetchPackage() && !(run("apt-get", "update", "-qq") && fetchPackage())) return;
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".deb"));
    if (!file || !run("dpkg", "-x", file, ".")) return;
    renameSync(folder, unpacked);
  } catch (error) {
    // another process may have been quicker
    if (!existsSync(unpackedProgram)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
