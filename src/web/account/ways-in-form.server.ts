import { isUuid } from "#kernel/id.ts";
import { enteredText } from "./form-answer.server.ts";

/** The ticks beside a new password, and the form without them. */
export type WaysInChoice = {
  /** The ids of ticked passkeys and linked accounts. */
  readonly ticked: string[];
  readonly stopFactor: boolean;
  /** A code of the app or a recovery code, when a reset removes the second factor. */
  readonly code: string;
  readonly rest: FormData;
};

const fields = ["way", "stop_factor", "factor_code"];

export function readWaysIn(form: FormData): WaysInChoice {
  const rest = new FormData();
  for (const [name, value] of form) if (!fields.includes(name)) rest.append(name, value);
  return {
    ticked: form
      .getAll("way")
      .filter((id) => isUuid(id))
      .slice(0, 100),
    stopFactor: form.get("stop_factor") === "1",
    code: enteredText(form, "factor_code").replaceAll(/\s/g, ""),
    rest,
  };
}
