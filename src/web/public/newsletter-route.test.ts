import { expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { newsletterTexts } from "./newsletter-texts.ts";

const { season, ask } = await openSourceSite();

it("asks for nothing and keeps no email for later while emails are off (one kind: letters to strangers that gather while emails are off and leave together)", async () => {
  await season.db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
    VALUES (gen_random_uuid(), 'smtp.exemplu.ro', 'club', 'v1.x', 'club@exemplu.ro', 'Club', false)`;
  const subscribe = () => ask("/newsletter", { form: { email: "strain@exemplu.ro", return_to: "/" } });
  const refused = await subscribe();
  expect(refused.status).toBe(503);
  for (const said of [newsletterTexts.lettersOff, 'value="strain@exemplu.ro"'])
    expect(refused.text).toContain(said);
  expect(await season.db`SELECT FROM letters`).toHaveLength(0);
  expect(await season.db`SELECT FROM newsletter_subscriptions`).toHaveLength(0);
  await season.db`UPDATE email_settings SET enabled = true`;
  expect((await subscribe()).status).toBe(303);
  expect(await season.db`SELECT recipient FROM letters`).toEqual([{ recipient: "strain@exemplu.ro" }]);
});
