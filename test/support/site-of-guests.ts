import { openSourceSite } from "./source-site.ts";

/** A site from the source behind a proxy that sends emails and sells to guests, and a night in three days. */
export async function openSiteOfGuests() {
  const opened = await openSourceSite({ TRUST_PROXY: "1" });
  const { db } = opened.season;
  await db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
  await db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
    VALUES (gen_random_uuid(), 'mail.example', 'club', 'v1.x', 'salut@club.example', 'Club', true)`;
  return { ...opened, night: await opened.season.night({ inDays: 3 }) };
}
