import type { Mail } from "#platform/mail/mail-door.server.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { TicketPress } from "./ticket-press.server.ts";

/** What delivering needs beside the common doors. */
export type DeliveryServices = Services & {
  readonly keys: SigningKeys;
  /** Where the tickets of letters are printed; absent: in this process. */
  readonly press?: Pick<TicketPress, "print">;
  /** The door to the mail server as it is set now; undefined while letters are switched off. */
  readonly findMail: () => Promise<Mail | undefined>;
  /** Resolves when a letter may be taken: in a rush, payments come first. Absent: always. */
  readonly makeWay?: () => Promise<void>;
};
