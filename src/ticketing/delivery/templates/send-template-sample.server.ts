import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { mailHost } from "#platform/mail/mail-message.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import { findMailToTry } from "#ticketing/letters/mail-settings-queries.server.ts";
import { type MailVerdict, mailVerdictOf } from "#ticketing/letters/test-email-result.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { qrPng } from "../ticket-qr.server.ts";
import { sampleQrText, sampleValues, withSampleSeats } from "./letter-sample.ts";
import type { TemplateWords } from "./template-form.ts";
import { type EmptyTemplate, emptyWhenSent, writeEdited } from "./write-letter.server.ts";

export type SendSampleRefusal =
  | NotAllowed
  /** No mail settings are saved. */
  | { readonly reason: "no_mail" }
  | EmptyTemplate;

/** Sends a template as typed, with invented data, to the administrator. Nothing is saved. */
export async function sendTemplateSample(
  services: MailServices,
  {
    actor,
    recipient,
    words,
  }: { readonly actor: Actor; readonly recipient: string; readonly words: TemplateWords },
): Promise<Outcome<MailVerdict, SendSampleRefusal>> {
  if (!mayDo(actor, "send-template-sample")) return refused(notAllowed);
  const mail = await findMailToTry(services);
  if (!mail) return refused({ reason: "no_mail" });
  const written = writeEdited(words, sampleValues);
  if (!written)
    return refused(emptyWhenSent(words) ?? { reason: "empty", field: "html_content", unknown: [] });
  const answer = await mail.send({
    ...written,
    html: withSampleSeats(written.html),
    to: recipient,
    messageId: `<${newId()}@${mailHost(services.origin)}>`,
    attachments: [
      {
        filename: "proba.png",
        contentType: "image/png",
        content: await qrPng(sampleQrText),
        cid: "qr@estival",
      },
    ],
  });
  return done(mailVerdictOf(answer));
}
