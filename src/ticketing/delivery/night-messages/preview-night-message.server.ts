import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { readClub } from "../club-queries.server.ts";
import { builtInTemplates } from "../letter-template.ts";
import { framedLetter } from "../templates/preview-template.server.ts";
import { writeOwn } from "../templates/write-letter.server.ts";
import { type MessageNight, valuesOfMessage } from "./message-of-letter.server.ts";
import { countNightHolders, type HolderCount } from "./night-holders-queries.server.ts";
import type { MessageForm } from "./night-message-form.ts";

export type MessagePreview = HolderCount & {
  readonly subject: string;
  /** A whole HTML document, for a sandboxed frame. */
  readonly html: string;
};

type Request = {
  readonly actor: Actor;
  readonly eventId: string;
  readonly night: MessageNight;
  readonly form: MessageForm;
  /** The name of the reader in the copy that is shown. */
  readonly reader: string;
};

/** How many people a message would reach now, and how a copy of it looks. Nothing is stored. */
export async function previewNightMessage(
  { database, origin, settings }: Pick<Services, "database" | "origin" | "settings">,
  { actor, eventId, night, form, reader }: Request,
): Promise<Outcome<MessagePreview, NotAllowed>> {
  if (!mayDo(actor, "preview-night-message")) return refused(notAllowed);
  const { kind, at, types: typeIds } = form;
  return database.withDuty("deliver", async (sql) => {
    const count = await countNightHolders(sql, eventId, { kind, typeIds, atGate: at });
    const frame = { club: await readClub(sql), origin, holdMinutes: settings.holdMinutes };
    const template = builtInTemplates[kind === "news" ? "night_message_news" : "night_message"](frame);
    const values = { ...valuesOfMessage(night, form), customer_name: reader, action_url: origin };
    const { subject, html } = writeOwn(template, values);
    return done({ ...count, subject, html: framedLetter({ subject, html }) });
  });
}
