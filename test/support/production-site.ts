import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import PostalMime from "postal-mime";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { memoryFolder } from "./memory-folder.ts";
import { freePort, startSite } from "./site.ts";
import { startTlsMailServer } from "./tls-mail-server.ts";
import { startTlsProxy } from "./tls-proxy.ts";

const project = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);
const secrets = {
  APP_SECRET: "un-secret-al-probei-0123456789abcdef0123456789",
  STRIPE_SECRET_KEY: "sk_test_proba",
  STRIPE_WEBHOOK_SECRET: "whsec_proba",
};
const mailLogin = { user: "club", password: "parola-serverului-de-posta" };

export type ReceivedMail = {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * The built site in production mode as an operator runs it: https outside, an empty database of its own, the card
 * provider's double, and a mail server that the site does not know yet.
 */
export async function startProductionSite() {
  const folder = memoryFolder("estival-production-");
  const ends: (() => unknown)[] = [() => removeDataFolder(folder)];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const server = await startEmbeddedServer({
      dataDir: folder,
      templateDir: join(project, "build", "database-template"),
    });
    ends.push(() => server.stop());
    const ownerUrl = server.ownerUrl();
    const urls = loginAddresses(ownerUrl, "app");

    const provider = spawn(
      process.execPath,
      [
        join(project, "devkit", "card-provider", "run-card-provider.ts"),
        JSON.stringify({
          port: 0,
          stateFile: join(folder, "provider.sqlite"),
          secretKey: secrets.STRIPE_SECRET_KEY,
          webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
          notifyUrl: null,
        }),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    ends.push(() => provider.kill("SIGTERM"));
    const [line] = (await once(createInterface(provider.stdout), "line")) as [string];
    const { apiBase } = JSON.parse(line) as { apiBase: string };

    const mail = await startTlsMailServer(mailLogin);
    ends.push(() => mail.close());
    const certificate = join(folder, "mail.pem");
    writeFileSync(certificate, mail.certificate);

    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const environment = {
      ...secrets,
      ESTIVAL_MODE: "production",
      PUBLIC_ORIGIN: origin,
      DATA_DIR: join(folder, "site"),
      DATABASE_URL: urls.public,
      DATABASE_URL_OFFICE: urls.office,
      DATABASE_URL_IDENTITY: urls.identity,
      DATABASE_URL_WORKER: urls.worker,
      DATABASE_URL_EXPORT: urls.export,
    };
    const site = await startSite({
      ...environment,
      DATABASE_ADMIN_URL: ownerUrl,
      TRUST_PROXY: "1",
      STRIPE_API_BASE: apiBase,
      SMTP_ALLOWED_HOSTS: "localhost",
      SMTP_ALLOWED_PORTS: String(mail.port),
      NODE_EXTRA_CA_CERTS: certificate,
      LOG_LEVEL: "warn",
    });
    ends.push(() => site.stop());
    const proxy = await startTlsProxy(port, site.origin);
    ends.push(() => proxy.stop());
    return {
      origin,
      ownerUrl,
      dataDir: folder,
      mailServer: { host: "localhost", port: mail.port, ...mailLogin },
      output: () => site.output(),
      /** A command of the project, such as `create-admin`, on this installation; resolves to what it printed. */
      async command(name: string, env: Record<string, string> = {}): Promise<string> {
        const { stdout } = await run(process.execPath, [join(project, "src", "host", `${name}.ts`)], {
          cwd: project,
          env: { PATH: process.env.PATH, ...environment, ...env },
        }).catch((error: { stdout: string; stderr: string }) => {
          throw new Error(`${name} failed\n${error.stdout}${error.stderr}`);
        });
        return stdout;
      },
      /** The emails to this address whose subject is like this, oldest first. */
      async mailTo(address: string, subject: RegExp): Promise<ReceivedMail[]> {
        const found: ReceivedMail[] = [];
        for (const { to, raw } of mail.accepted) {
          if (to !== address) continue;
          const read = await PostalMime.parse(raw);
          if (subject.test(read.subject ?? "")) {
            const { subject = "", text = "", html = "", from } = read;
            found.push({ from: `${from?.name} <${from?.address}>`, subject, text, html });
          }
        }
        return found;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type ProductionSite = Awaited<ReturnType<typeof startProductionSite>>;
