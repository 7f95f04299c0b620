import type pg from "pg";
import { makeHotType } from "#devkit/bench/crowd.ts";
import { openHashing } from "#platform/identity/password-hash.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { passwordPlace } from "#ticketing/letters/mail-settings.ts";
import { type CrowdMember, crowdPassword, loadCrowd } from "./crowd-rows.ts";
import { type EveningMail, mailLogin } from "./evening-mail.ts";

export const appSecret = "the secret of a simulated evening, long enough";

export type EveningGround = {
  readonly hot: { readonly eventId: string; readonly typeId: string; readonly priceId: string };
  readonly crowd: readonly CrowdMember[];
};

/** What stands in the database before the doors open: one night, its tickets, the people, where letters leave by. */
export async function prepareEvening(
  owner: pg.Client,
  { people, tickets, mail }: { people: number; tickets: number; mail: EveningMail },
): Promise<EveningGround> {
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
  const hash = await openHashing({ concurrency: 1 }).hash(crowdPassword);
  const crowd = await loadCrowd(owner, { count: people, hash });
  await owner.query("ANALYZE");
  return { hot, crowd };
}
