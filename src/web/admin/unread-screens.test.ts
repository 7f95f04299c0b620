import { expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { artistTexts } from "./artists/artist-texts.ts";
import { dashboardTexts } from "./dashboard/dashboard-texts.ts";
import { emailTexts } from "./email/email-texts.ts";
import { notificationTexts } from "./notifications/notification-texts.ts";
import { purchaseTexts } from "./purchases/purchase-texts.ts";
import { reconciliationTexts } from "./reconciliation/reconciliation-texts.ts";
import { reportTexts } from "./reports/report-texts.ts";
import { securityEventTexts } from "./security/security-event-texts.ts";

const { season, ask } = await openSourceSite();
const admin = await season.person("admin");

it.each([
  ["/admin", "sales_totals", dashboardTexts.loadFailed],
  ["/admin", "letters", dashboardTexts.loadFailed],
  ["/admin/email/outbox", "letters", emailTexts.loadFailed],
  ["/admin/email", "email_settings", emailTexts.loadFailed],
  ["/admin/email/templates", "email_templates", emailTexts.loadFailed],
  ["/admin/email/config", "email_templates", emailTexts.loadFailed],
  ["/admin/artists", "artists", artistTexts.loadFailed],
  ["/admin/purchases", "ticket_purchases", purchaseTexts.loadFailed],
  ["/admin/reconciliation", "ledger_entries", reconciliationTexts.loadFailed],
  ["/admin/security", "security_events", securityEventTexts.loadFailed],
  ["/admin/notifications", "journal", notificationTexts.loadFailed],
  ["/admin/reports", "sales_totals", reportTexts.loadFailed],
])(
  "%s says that it could not be read, in its frame, and is there again afterwards",
  async (path, table, sentence) => {
    await season.client.query(`ALTER TABLE ${table} RENAME TO away`);
    const unread = await ask(path, { as: admin });
    await season.client.query(`ALTER TABLE away RENAME TO ${table}`);
    expect(unread.status).toBeGreaterThanOrEqual(500);
    for (const text of [sentence, "Admin Dashboard"]) expect(unread.text).toContain(text);
    const read = await ask(path, { as: admin });
    expect([read.status, read.text.includes(sentence)]).toEqual([200, false]);
  },
);
