import type { Mail } from "#platform/mail/mail-adapter.server.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { LogoPng } from "./logo-png.server.ts";
import type { PdfRenderer } from "./pdf-renderer.server.ts";

/** The services for sending emails, in addition to the common adapters. */
export type DeliveryServices = Services & {
  readonly keys: SigningKeys;
  readonly pdfRenderer: Pick<PdfRenderer, "print">;
  /** Draws the club's logo for print. Absent: Estival's own logo is printed. */
  readonly logoPng?: LogoPng;
  /** The adapter for the mail server with the present settings; undefined while emails are switched off. */
  readonly findMail: () => Promise<Mail | undefined>;
};
