import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "#test/support/site.ts";

const program = "/usr/sbin/postfix";
/** Whether the system has a Postfix that this account can start. */
export const hasPostfix = () => existsSync(program) && process.getuid?.() === 0;

/** A Postfix of its own on a port of 127.0.0.1, which throws away what it accepts. `is` gives it other settings. */
export async function startPostfix() {
  const folder = mkdtempSync("/var/tmp/estival-postfix-");
  chmodSync(folder, 0o755);
  const port = await freePort();
  const dirs = { data_directory: join(folder, "data"), queue_directory: join(folder, "queue") };
  for (const path of Object.values(dirs)) mkdirSync(path);
  const ids = execFileSync("id", ["-u", "postfix"], { encoding: "utf8" });
  chownSync(dirs.data_directory, Number(ids), 0);
  const common = {
    ...dirs,
    compatibility_level: "3.6",
    myhostname: "posta.exemplu.ro",
    mydestination: "",
    mynetworks: "127.0.0.0/8",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    alias_maps: "",
    alias_database: "",
    default_transport: "discard",
    maillog_file: join(folder, "log"),
    maillog_file_prefixes: "/var/tmp",
  };
  const write = (settings: Record<string, string>) =>
    writeFileSync(
      join(folder, "main.cf"),
      Object.entries({ ...common, ...settings })
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(""),
    );
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    "postlog unix-dgram n - n - 1 postlogd",
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "discard unix - - n - - discard",
    "anvil unix - - n - 1 anvil",
    "proxymap unix - - n - - proxymap",
    "flush unix n - n 1000? 0 flush",
    "showq unix n - n - - showq",
    "error unix - - n - - error",
    "retry unix - - n - - error",
  ];
  writeFileSync(join(folder, "master.cf"), services.map((line) => `${line}\n`).join(""));
  write({});
  const tell = (what: string) => execFileSync(program, ["-c", folder, what], { stdio: "ignore" });
  tell("start");
  return {
    port,
    /** Settings beside the common ones, from the next connection on. */
    async is(settings: Record<string, string>) {
      write(settings);
      tell("stop");
      tell("start");
      while (!(await greets(port)));
    },
    stop() {
      tell("stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function greets(port: number): Promise<boolean> {
  return new Promise((told) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.end("QUIT\r\n");
      told(true);
    });
    socket.once("error", () => setTimeout(told, 50, false));
  });
}
