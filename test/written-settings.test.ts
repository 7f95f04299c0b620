import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "#host/config.ts";
import { webhookPath } from "#platform/card-checkout/provider-words.ts";

const textOf = (file: string) => readFileSync(file, "utf8");
const deployed = readdirSync("deploy", { recursive: true, encoding: "utf8" })
  .map((name) => join("deploy", name))
  .filter((file) => statSync(file).isFile());
const places = ["Dockerfile", "compose.yaml", "compose.demo.yaml", "docs/operations.md", ...deployed];
/** Every variable that the program reads. */
const read = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:config|create-admin)\.ts$/.test(file))
    .flatMap(
      (file) => textOf(join("src", file)).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:HOST|PORT)\b/g) ?? [],
    ),
);
/** Of other programs, and what only these files know. */
const others = /^(?:POSTGRES_\w+|DATABASE_PASSWORD|NODE_\w+|ALARM|ENOSPC)$/;

it("no file of a server sets a variable that the program does not read", () => {
  const set = places.flatMap((file) =>
    [...textOf(file).matchAll(/(?:^|[ `"'])#?([A-Z][A-Z0-9_]{3,})(?:=|: )/gm)].map(
      ([, name = ""]) => `${file}: ${name}`,
    ),
  );
  expect(set.length).toBeGreaterThan(20);
  expect(
    set.filter((one) => !read.has(one.split(" ")[1] ?? "") && !others.test(one.split(" ")[1] ?? "")),
  ).toEqual([]);
});

it("docs/configuration.md has every variable that the program parses", () => {
  const table = textOf("docs/configuration.md");
  const parsed = [...textOf("src/host/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name = ""]) => name,
  );
  expect(parsed).toContain("BACKUP_TO");
  const isThere = (name: string) =>
    table.includes(`\`${name}\``) || table.includes(`\`${name.replace(/^DATABASE_URL/, "")}\``);
  expect(parsed.filter((name) => !isThere(name) && name !== "NODE_ENV")).toEqual([]);
});

it("ports, the data's folder and the webhook are everywhere those of the program and of the unit", () => {
  const { config } = readConfig({}) as Extract<ReturnType<typeof readConfig>, { config: object }>;
  // 310x: several processes beside each other
  const ports = places.flatMap((file) =>
    [...textOf(file).matchAll(/(?:127\.0\.0\.1:|10\.0\.0\.\d+:|localhost:|EXPOSE |:3)(\d{4})\b/g)].map(
      ([, port]) => Number(port),
    ),
  );
  expect([...new Set(ports)].filter((port) => port !== config.port && Math.floor(port / 10) !== 310)).toEqual(
    [],
  );
  const { optionalDependencies: packed } = JSON.parse(textOf("package.json"));
  for (const [, name = "", version] of textOf("docs/operations.md").matchAll(/(node-linux-\w+)@([\d.]+)/g))
    expect(version).toBe(packed[name]);
  const env = textOf("deploy/estival.env");
  const folder = /^DATA_DIR=(.*)$/m.exec(env)?.[1] ?? "none";
  const unit = textOf("deploy/files/etc/systemd/system/estival.service");
  expect(folder.startsWith(`${/^ReadWritePaths=(.*)$/m.exec(unit)?.[1]}/`)).toBe(true);
  for (const file of places)
    for (const [found] of textOf(file).matchAll(/\/srv\/estival\/data\b/g)) expect(found, file).toBe(folder);
  const command = textOf("deploy/files/usr/local/sbin/estival");
  for (const name of ["WorkingDirectory", "EnvironmentFile"]) {
    const value = new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
    expect(command).toContain(`${name}=${value}`);
  }
  expect(env).toContain(webhookPath);
  expect(/ENV HOST=0\.0\.0\.0 DATA_DIR=(\S+)/.exec(textOf("Dockerfile"))?.[1]).toBe(
    /data:(\/\w+)/.exec(textOf("compose.yaml"))?.[1],
  );
});

/** Settings of nginx: the site's file, and each block of the documents that has some. */
const proxies = [
  ["the site", textOf("deploy/files/etc/nginx/sites-enabled/estival")],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) =>
      [...textOf(join("docs", name)).matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, block = ""]) => [
        name,
        block,
      ]),
    )
    .filter(([, block = ""]) =>
      /\b(?:server|upstream|location|proxy_\w+|access_log)\b[^\n]*[{;]$/m.test(block),
    ),
].map(([where = "", settings = ""]) => ({ where, settings }));

it("the proxy keeps no body and no answer on its disk, so nobody is spared the site's own bounds or fills it", () => {
  const answering = proxies.flatMap(({ where, settings }) =>
    (settings.match(/^server \{[\s\S]*?^\}/gm) ?? [])
      .filter((server) => server.includes("proxy_pass"))
      .map((server) => ({ where, server })),
  );
  expect(answering.length).toBeGreaterThan(0);
  for (const { where, server } of answering)
    expect(server, where).toMatch(/^ {2}proxy_request_buffering off;\n {2}proxy_max_temp_file_size 0;$/m);
});

it("the proxy may have more connections than ten addresses can keep slow, and a file for both ends of each", () => {
  const connections =
    /s\/worker_connections 768\/worker_connections (\d+)\/' .*\/etc\/nginx\/nginx\.conf$/m.exec(
      textOf("docs/operations.md"),
    );
  const files = /^worker_rlimit_nofile (\d+);$/m.exec(
    textOf("deploy/files/etc/nginx/modules-enabled/60-estival.conf"),
  );
  expect(Number(connections?.[1])).toBeGreaterThan(4000);
  expect(Number(files?.[1])).toBeGreaterThan(2 * Number(connections?.[1]));
  // ten addresses do not take them all
  const ofAddress = /^ {2}limit_conn estival (\d+);$/m.exec(proxies[0]?.settings ?? "");
  expect(20 * Number(ofAddress?.[1])).toBeLessThanOrEqual(Number(connections?.[1]));
});

it("no log of the proxy has the query or the referrer of a request, where links of emails carry their key", () => {
  expect(proxies.length).toBeGreaterThan(3);
  for (const { where, settings } of proxies) {
    const servers = settings.match(/^server \{[\s\S]*?^\}/gm) ?? [];
    for (const server of servers)
      expect(server, where).toMatch(/^ {2}access_log \S+ estival;\n {2}error_log \S+ crit;$/m);
    const logs = settings.match(/\b(?:access_log|error_log)\b[^;]*;/g) ?? [];
    for (const log of logs) expect(log, where).toMatch(/^access_log \S+ estival;$|^error_log \S+ crit;$/);
    for (const [format] of settings.matchAll(/\blog_format\b[^;]*;/g)) {
      // cut, because a client of HTTP/2 repeats a text of some thousand signs in one byte
      expect(format, where).toContain("$short_uri");
      expect(format, where).not.toMatch(/\$(?:uri|http_user_agent)\b/);
      expect(format, where).not.toMatch(
        /\$(?:request|request_uri|args|query_string|http_referer|http_cookie|arg_\w+)\b/,
      );
    }
  }
  expect(proxies[0]?.settings.match(/^server \{/gm)).toHaveLength(2);
  expect(proxies[0]?.settings).toMatch(
    /^map \$uri \$short_uri \{\n {2}"~\^\(\?<uri_start>\.\{0,200\}\)" \$uri_start;\n\}$/m,
  );
  expect(proxies[0]?.settings).toMatch(/^log_format estival /m);
});
