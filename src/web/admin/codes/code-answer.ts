import type { NewVoucherRefusal } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import type { CodeFormAnswer } from "./code-form-reading.server.ts";
import { codeTexts } from "./code-texts.ts";

/** The answer to a save that was refused, with its status. */
export function refusedCode(
  refusal: NewVoucherRefusal | { readonly reason: "failed" },
): [Partial<CodeFormAnswer>, number] {
  switch (refusal.reason) {
    case "not_allowed":
      return [{ notice: rowSecurityTexts.special }, 403];
    case "older_build_runs":
      return [{ notice: requestTexts.upgrading }, 503];
    case "failed":
      return [{ notice: codeTexts.saveFailed }, 500];
    case "not_all":
      return [{ notice: codeTexts.gone }, 409];
    case "not_hidden":
      return [{ errors: { types: codeTexts.notHidden } }, 422];
    case "duplicate_code":
      return [{ errors: { code: codeTexts.duplicate } }, 409];
  }
}
