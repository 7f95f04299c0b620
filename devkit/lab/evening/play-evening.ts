import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import {
  type BenchCustomer,
  type HotType,
  makeCustomers,
  makeHotType,
} from "#devkit/lab/bench/bench-customers.ts";
import { openHashing } from "#platform/identity/passwords/hashing.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import type { Machine } from "#test/support/machines.ts";
import { freePort } from "#test/support/site.ts";
import { passwordPlace } from "#ticketing/letters/mail-settings.ts";
import { otherMachine, startScript } from "./child-script.ts";
import { type EveningMail, mailLogin, startEveningMail } from "./evening-mail.ts";
import type { EveningPlan } from "./evening-plan.ts";
import { type Away, startProcesses } from "./evening-processes.ts";
import { type EveningPromise, judgeEvening } from "./judge-evening.ts";
import { describeLooks, startLooking } from "./look-at-pages.ts";
import { openPeopleClient, type PeopleClient } from "./people-client.ts";
import type { PeopleReport } from "./run-people.ts";
import { settleDown } from "./settle-down.ts";
import { watchSale } from "./watch-sale.ts";

type EveningReport = {
  readonly promises: readonly EveningPromise[];
  /** What happened, in lines for a person. */
  readonly story: readonly string[];
};

/** An evening that is played on several machines. */
export type Elsewhere = {
  /** One for each process. */
  readonly machines: readonly Machine[];
  /** Ports of ours that the machines reach: the provider's, and the mail server's. */
  readonly providerPort: number;
  readonly mailPort: number;
  /** The database's first server dies, and its standby takes over. */
  takeOver(): Promise<void>;
};

type EveningStage = {
  readonly ownerUrl: string;
  readonly loginUrl: string;
  readonly tell: (line: string) => void;
  readonly elsewhere?: Elsewhere;
};

/** Customers who look at pages and buy nothing. */
const onlookers = 200;

const keys = { secretKey: "sk_test_evening", webhookSecret: "whsec_evening" };

/** Plays a whole on-sale against the built site on this machine, and says which promises it kept. */
export async function playEvening(
  plan: EveningPlan,
  { ownerUrl, loginUrl, tell, elsewhere }: EveningStage,
): Promise<EveningReport> {
  const folder = mkdtempSync(join(tmpdir(), "estival-evening-"));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const mail = await startEveningMail(folder, elsewhere?.mailPort);
    closing.push(() => mail.stop());
    const provider = await startScript<{ origin: string; apiBase: string; pagesBase: string }>(
      join(import.meta.dirname, "..", "..", "card-provider", "run-card-provider.ts"),
      {
        port: elsewhere?.providerPort ?? 0,
        ...keys,
        stateFile: join(folder, "provider.sqlite"),
        notifyUrl: `${origin}/webhooks/stripe`,
      },
      otherMachine,
    );
    closing.push(() => provider.end());
    // one connection, and another one when its server died
    const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
    owner.on("error", () => {});
    closing.push(() => owner.end());
    const { hot, customers: all } = await prepareEvening(owner, {
      mail,
      tickets: plan.tickets,
      people: plan.people + onlookers,
    });
    const customers = all.slice(onlookers);
    const peopleFile = join(folder, "people.json");
    writeFileSync(peopleFile, JSON.stringify(customers));
    tell(`${customers.length} people are registered`);
    const processes = await startProcesses(plan.processes, {
      port,
      folder,
      machines: elsewhere?.machines ?? [],
      env: {
        DATABASE_URL: loginUrl,
        APP_SECRET: appSecret,
        STRIPE_SECRET_KEY: keys.secretKey,
        STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
        STRIPE_API_BASE: provider.report.apiBase,
        PROVIDER_RATE: String(plan.providerRate),
        HOLD_MINUTES: String(plan.holdMinutes),
        TRUST_PROXY: "1",
        SMTP_ALLOWED_HOSTS: "localhost",
        SMTP_ALLOWED_PORTS: String(mail.port),
        NODE_EXTRA_CA_CERTS: mail.certificateFile,
        LOG_LEVEL: "warn",
        NODE_OPTIONS: process.env.SITE_NODE_OPTIONS ?? "",
      },
    });
    closing.push(() => processes.stop());
    tell(`processes: ${plan.processes}, before them: ${processes.proxy ?? "nothing"}`);
    await post(`${provider.report.origin}/_test/faults`, plan.provider);
    const client = openPeopleClient(origin);
    closing.push(() => client.close());

    const paths = ["/", "/events", `/events/${hot.eventId}`, "/tickets"];
    const tokens = all.slice(0, onlookers).map(({ token }) => token);
    const startLooks = () => startLooking(plan.browsing, { origin, paths, tokens });
    for (const path of paths) await client.ask("GET", path, { address: "192.0.2.7" });
    const endQuiet = startLooks();
    await pause(plan.browsing.quietSeconds * 1000);
    const quiet = await endQuiet();
    tell("the sale opens");

    const over = new AbortController();
    const endBrowsing = startLooks();
    const tooLate = AbortSignal.timeout(plan.longestSeconds * 1000);
    const watching = watchSale(owner, hot.typeId, {
      stop: tooLate,
      tell,
      leaseSeconds: plan.leaseSeconds,
    }).finally(() => over.abort());
    const people = await startScript<object>(
      join(import.meta.dirname, "run-people.ts"),
      { plan, peopleFile, origin, hot, pagesBase: provider.report.pagesBase },
      // it stands for other machines, so it gives way; not so far that three processes and their hashing leave it nothing
      { niceness: 5 },
    );
    closing.push(() => people.end());
    const mishaps = Promise.all([
      elsewhere ? strike(plan, elsewhere, tell) : killOne(plan, processes, tell),
      pause(plan.mailStops.after * 1000).then(async () => {
        tell("the mail server stops");
        await mail.stop();
        await pause(plan.mailStops.seconds * 1000);
        await mail.comeBack();
        tell("the mail server is back");
      }),
      signManyIn(plan, client, customers, over.signal),
    ]);
    const watch = await watching;
    const [away, , logins] = await mishaps;
    const tally = JSON.parse(await people.end()) as PeopleReport;
    const browsed = await endBrowsing();
    tell("everything is sold, or it is late; letters and notices are waited for");
    const calls = await (await fetch(`${provider.report.origin}/_test/calls`)).json();
    await post(`${provider.report.origin}/_test/faults/reset`, {});
    const settled = await settleDown(owner, hot.typeId);
    const promises = await judgeEvening({
      plan,
      owner,
      hot,
      watch,
      away,
      calls,
      mail,
      isElsewhere: elsewhere !== undefined,
      cards: { ...keys, apiBase: provider.report.apiBase },
    });
    const failed = processes.output().match(/"a request failed"/g)?.length ?? 0;
    return {
      promises,
      story: [
        `people: ${Object.entries(tally)
          .sort()
          .map(([what, n]) => `${what} ${n}`)
          .join(", ")}`,
        `logins: ${logins}; the longest line: ${watch.longestLine}; the longest time without a sale while somebody waited: ${(watch.longestStandstill / 1000).toFixed(1)} s; away: ${((away[1] - away[0]) / 1000).toFixed(1)} s`,
        ...describeLooks(quiet, browsed),
        `failed requests ${failed}`,
        settled,
      ],
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function killOne(
  plan: EveningPlan,
  processes: { killOne(): Promise<Away> },
  tell: (line: string) => void,
): Promise<Away> {
  await pause(plan.killAfter * 1000);
  tell("a process is killed with -9");
  return processes.killOne();
}

/** One machine is cut off and comes back, then the database changes its server. Resolves with when there was none. */
async function strike(
  { killAfter, elsewhere: { unpluggedSeconds, takeOverAfter } }: EveningPlan,
  { machines: [first], takeOver }: Elsewhere,
  tell: (line: string) => void,
): Promise<Away> {
  await pause(killAfter * 1000);
  tell("a machine's cable is unplugged");
  first?.unplug();
  await pause(unpluggedSeconds * 1000);
  first?.plugIn();
  tell("it is plugged in again");
  await pause((takeOverAfter - killAfter - unpluggedSeconds) * 1000);
  tell("the database's first server dies");
  const diedAt = Date.now();
  await takeOver();
  tell("its standby has taken over");
  return [diedAt, Date.now()];
}

/** People who come to sign in, at a fixed pace for as long as the rush lasts; what they were answered. */
async function signManyIn(
  plan: EveningPlan,
  client: PeopleClient,
  customers: readonly BenchCustomer[],
  over: AbortSignal,
): Promise<string> {
  const statuses = new Map<number, number>();
  const calls: Promise<void>[] = [];
  const count = Math.floor(plan.loginsPerSecond * plan.rushSeconds);
  for (let n = 0; n < count && !over.aborted; n += 1) {
    const { email, address } = customers[(n * 7) % customers.length] as BenchCustomer;
    const json = { email, password: customersPassword };
    calls.push(
      client.ask("POST", "/auth/v1/token?grant_type=password", { address, json }).then((answer) => {
        const status = answer?.status ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
    await pause(1000 / plan.loginsPerSecond);
  }
  await Promise.all(calls);
  return [...statuses].map(([status, n]) => `${n} answered ${status}`).join(", ");
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}

const customersPassword = "nori peste mare";
const appSecret = "the secret of a simulated evening, long enough";

type PreparedEvening = {
  readonly hot: HotType;
  readonly customers: readonly BenchCustomer[];
};

/** What stands in the database before the sale opens: one night, its tickets, the people, where emails leave by. */
async function prepareEvening(
  owner: pg.Pool,
  { people, tickets, mail }: { people: number; tickets: number; mail: EveningMail },
): Promise<PreparedEvening> {
  await owner.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
  const hot = await makeHotType(owner, tickets);
  const settings = { smtpHost: "localhost", smtpPort: mail.port, username: mailLogin.user };
  await owner.query(
    `INSERT INTO email_settings (id, smtp_host, smtp_port, username, password, from_email, from_name, enabled)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $3, 'Seara cea mare', true)`,
    [
      settings.smtpHost,
      settings.smtpPort,
      settings.username,
      keySealOf(appSecret, "mail-password").seal(Buffer.from(mailLogin.password), passwordPlace(settings)),
    ],
  );
  const hash = await openHashing({ concurrency: 1 }).hash(customersPassword);
  const customers = await makeCustomers(owner, people, hash);
  await owner.query("ANALYZE");
  return { hot, customers };
}
