import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import { findMailToTry } from "#ticketing/letters/mail-settings-queries.server.ts";
import { type MailVerdict, verdictOf } from "#ticketing/letters/mail-verdict.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { qrPng } from "../ticket-qr.server.ts";
import { sampleQrText, sampleValues } from "./letter-sample.ts";
import type { TemplateWords } from "./template-form.ts";
import { writeEdited } from "./write-letter.server.ts";

export type SendSampleRefusal =
  | "not_allowed"
  /** There are no settings of mail yet. */
  | "no_mail"
  /** Nothing that people could read is left once it is cleaned. */
  | "empty";

/** Sends a template as it is typed now, with invented data, to the administrator who asks. Nothing is saved. */
export async function sendTemplateSample(
  services: MailServices,
  {
    actor,
    recipient,
    words,
  }: { readonly actor: Actor; readonly recipient: string; readonly words: TemplateWords },
): Promise<Outcome<MailVerdict, SendSampleRefusal>> {
  if (!mayDo(actor, "send-template-sample")) return refused("not_allowed");
  const mail = await findMailToTry(services);
  if (!mail) return refused("no_mail");
  const written = writeEdited(words, sampleValues);
  if (!written) return refused("empty");
  const answer = await mail.send({
    ...written,
    to: recipient,
    messageId: `<${newId()}@estival>`,
    attachments: [
      {
        filename: "proba.png",
        contentType: "image/png",
        content: await qrPng(sampleQrText),
        cid: "qr@estival",
      },
    ],
  });
  return done(verdictOf(answer));
}
