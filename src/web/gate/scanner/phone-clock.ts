import { correctedTime } from "#ticketing/gate/signed-bytes.ts";
import type { ShownRow } from "./own-rows.ts";
import type { PhoneParts } from "./phone-parts.ts";

/** Milliseconds since 1970 by the server's clock, as far as this phone knows it. */
export const serverNow = ({ now, state }: Pick<PhoneParts, "now" | "state">) =>
  Math.round(now() + state().clockAhead);

/** When a row was written, by the server's clock. Every hour of a row that the phone shows comes from here. */
export const rowTime = ({ state }: Pick<PhoneParts, "state">, { at }: Pick<ShownRow, "at">) =>
  new Date(correctedTime(at, state().clockAhead));
