import type pg from "pg";
import {
  type BenchCustomer,
  type HotType,
  makeCustomers,
  makeHotType,
} from "#devkit/lab/bench/bench-customers.ts";
import { openHashing } from "#platform/identity/passwords/hashing.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { passwordPlace } from "#ticketing/letters/mail-settings.ts";
import { type EveningMail, mailLogin } from "./evening-mail.ts";

export const customersPassword = "nori peste mare";
export const appSecret = "the secret of a simulated evening, long enough";

export type PreparedEvening = {
  readonly hot: HotType;
  readonly customers: readonly BenchCustomer[];
};

/** What stands in the database before the sale opens: one night, its tickets, the people, where emails leave by. */
export async function prepareEvening(
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
