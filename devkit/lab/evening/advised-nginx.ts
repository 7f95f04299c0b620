import { readFileSync } from "node:fs";
import { join } from "node:path";

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
export function advisedNginx({ port, upstreams, folder }: NginxPlace): string {
  let site = readFileSync(advisedSite, "utf8");
  const change = (advised: string, here: string) => {
    if (!site.includes(advised)) throw new Error(`the advised site no longer has: ${advised}`);
    site = site.replaceAll(advised, here);
  };
  change("server 127.0.0.1:3000 ", upstreams.map((at) => `server ${at} `).join("max_fails=0;\n  "));
  change("listen 80;", `listen unix:${folder}/redirect.sock;`);
  change("listen 443 ssl http2;", `listen 127.0.0.1:${port} backlog=4096;`);
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
access_log off;
${temporary}
${site}}
`;
}

export type NginxPlace = {
  readonly port: number;
  /** Addresses with their ports. */
  readonly upstreams: readonly string[];
  readonly folder: string;
};
