import { isUuid } from "#kernel/id.ts";
import { enteredText } from "./form-answer.server.ts";

const fields = ["way", "stop_factor", "factor_code"];

/** Returns the ticked ways to sign in beside a new password, and the other fields of the form (`rest`). */
export function readWaysIn(form: FormData) {
  const rest = new FormData();
  for (const [name, value] of form) if (!fields.includes(name)) rest.append(name, value);
  return {
    /** Passkeys and linked accounts, by id. */
    ticked: form
      .getAll("way")
      .filter((id) => isUuid(id))
      .slice(0, 100),
    stopFactor: form.get("stop_factor") === "1",
    /** A code of the authenticator app or a recovery code, for a reset that removes the second factor. */
    code: enteredText(form, "factor_code").replaceAll(/\s/g, ""),
    rest,
  };
}
