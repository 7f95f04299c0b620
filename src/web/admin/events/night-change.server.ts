import { data } from "react-router";
import type { Outcome } from "#kernel/outcome.ts";
import { proveByMail } from "#platform/identity/letters/prove-by-mail.server.ts";
import { passwordAgain, type ReentryAnswer, type RouteArgs } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import { administratorContext } from "../administrator.server.ts";
import { confirmedField, type NightChangeAnswer, type NightConfirmation } from "./night-change.tsx";
import { mailedCodeTexts as texts } from "./night-changes-texts.ts";

type Asked = Partial<Pick<NightChangeAnswer<string>, "asksCode" | "codeError" | "notice" | "last">>;

/** The fields that the form sends beside its own: proofs and confirmations. */
export const proofFields = ["code", confirmedField, ...reentryFields];

/** Shows the form again with what is wrong or still asked. */
export const showFormAgain =
  <Field extends string>(form: FormData, values: Record<Field, string>) =>
  (answer: Partial<NightChangeAnswer<Field>>, status: number) =>
    data<NightChangeAnswer<Field>>(
      {
        values,
        errors: {},
        notice: null,
        asksCode: form.has("code"),
        codeError: null,
        last: null,
        ...answer,
      },
      { status },
    );

/**
 * Runs the last steps before a night is cancelled or moved: the password or the dialog with the sums, then the
 * emailed code if the act demands it. Returns the act's answer, or what must be asked first.
 */
export async function changeNight<Value, Refusal extends { readonly reason: string }>(
  args: RouteArgs,
  { act, form, last }: { act: "cancel-night" | "move-night"; form: FormData; last: NightConfirmation },
  change: (isProven: boolean) => Promise<Outcome<Value, Refusal>>,
): Promise<
  { reentry: ReentryAnswer } | { status: number; asked: Asked } | { changed: Outcome<Value, Refusal> }
> {
  const confirmed = await passwordAgain(args, act, form, last.purpose);
  if (!confirmed.ok) return { reentry: confirmed.refusal };
  // the form must come from a last step: the dialog with the sums, the password or the emailed code
  if (!proofFields.some((name) => form.has(name))) return { status: 200, asked: { last } };
  const changed = await change(false);
  if (changed.ok || changed.refusal.reason !== "proof_needed") return { changed };
  const proof = await askMailedCode(args, form);
  return proof ?? { changed: await change(true) };
}

/**
 * Checks the emailed code in the form. Without one it sends a code and asks for it. Returns null once the code is
 * right.
 */
async function askMailedCode({ context }: RouteArgs, form: FormData) {
  const { userId, email, sessionHash } = context.get(administratorContext);
  const code = String(form.get("code") ?? "").trim() || null;
  const ask = (status: number, asked: Asked) => ({ status, asked: { asksCode: true, ...asked } });
  switch (await proveByMail(context.get(siteContext).tokens, { userId, email, sessionHash, code })) {
    case "proven":
      return null;
    case "letters_off":
      return ask(409, { asksCode: false, notice: texts.lettersOff });
    case "sent":
      return ask(409, {});
    case "wrong":
      return ask(422, { codeError: texts.codeWrong });
  }
}
