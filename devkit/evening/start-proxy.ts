import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { otherMachine, startScript } from "./child-script.ts";

export type EveningProxy = {
  /** What stands before the processes, for the report. */
  readonly name: "nginx" | "the small proxy";
  end(): Promise<unknown>;
};

type ProxyOptions = {
  readonly port: number;
  readonly upstreams: readonly number[];
  /** Where its configuration and what it writes may lie. */
  readonly folder: string;
};

/** One address before several processes: nginx as docs/operations.md sets it up where there is one, else our small one. */
export async function startProxy(options: ProxyOptions): Promise<EveningProxy> {
  if (spawnSync("nginx", ["-v"]).status === 0) return startNginx(options);
  const { port, upstreams } = options;
  const small = await startScript(
    join(import.meta.dirname, "run-small-proxy.ts"),
    { port, upstreams },
    otherMachine,
  );
  return { name: "the small proxy", end: () => small.end() };
}

async function startNginx({ port, upstreams, folder }: ProxyOptions): Promise<EveningProxy> {
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration({ port, upstreams, folder }));
  const child = spawn("nice", ["-n", String(otherMachine.niceness), "nginx", "-c", file], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const withUs = () => child.kill("SIGKILL");
  process.once("exit", withUs);
  const ended = once(child, "exit");
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    await pause(20);
  }
  return {
    name: "nginx",
    async end() {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", withUs);
    },
  };
}

/** Who comes says himself where from, as many machines would; the rest is what docs/operations.md advises. */
function configuration({ port, upstreams, folder }: ProxyOptions): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n  ");
  return `daemon off;
master_process off;
error_log ${folder}/nginx.log crit;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary}
  upstream estival {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join("\n    ")}
    keepalive 256;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000;
    client_max_body_size 21m;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $http_x_forwarded_for;
    proxy_connect_timeout 2s;
    proxy_next_upstream error timeout;
    location / { proxy_pass http://estival; }
  }
}
`;
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
