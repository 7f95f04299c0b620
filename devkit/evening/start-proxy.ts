import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inRealTime, otherMachine, startScript } from "./child-script.ts";

/** nginx as docs/operations.md sets it up, or our small one, which keeps no pages. */
export type ProxyKind = "nginx" | "the small proxy";

export type EveningProxy = { end(): Promise<unknown> };

type ProxyOptions = {
  readonly port: number;
  readonly upstreams: readonly number[];
  /** Where its configuration and what it writes may lie. */
  readonly folder: string;
};

export const hasNginx = (): boolean => spawnSync("nginx", ["-v"]).status === 0;

/** One address before the processes. */
export function startProxy(kind: ProxyKind, options: ProxyOptions): Promise<EveningProxy> {
  if (kind === "nginx") return startNginx(options);
  const { port, upstreams } = options;
  return startScript(join(import.meta.dirname, "run-small-proxy.ts"), { port, upstreams }, otherMachine);
}

async function startNginx({ port, upstreams, folder }: ProxyOptions): Promise<EveningProxy> {
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration({ port, upstreams, folder }));
  const [program = "", ...args] = inRealTime(["nginx", "-c", file]);
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  const withUs = () => child.kill("SIGKILL");
  process.once("exit", withUs);
  const ended = once(child, "exit");
  while (!(await answers(port))) {
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
  proxy_cache_path ${folder}/pages keys_zone=estival:1m max_size=100m inactive=1m use_temp_path=off;
  map $upstream_http_cache_control $not_shared {
    ~s-maxage "";
    default 1;
  }
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
    proxy_cache estival;
    proxy_cache_bypass $http_cookie;
    proxy_no_cache $http_cookie $not_shared;
    proxy_cache_lock on;
    proxy_cache_revalidate on;
    proxy_cache_background_update on;
    proxy_cache_use_stale updating error timeout;
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
