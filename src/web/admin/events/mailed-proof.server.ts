import { proveByMail } from "#platform/identity/letters/prove-by-mail.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import type { MailedCodeAnswer } from "./mailed-code.tsx";
import { mailedCodeTexts as texts } from "./night-changes-texts.ts";

/** The code from the mailbox that the form brings, tried; without one it is sent, and the page asks for it. */
export async function askMailedCode(
  site: SiteServices,
  { userId, email, sessionHash }: Administrator,
  form: FormData,
): Promise<
  { ok: true } | { ok: false; status: number; answer: MailedCodeAnswer & { notice: string | null } }
> {
  const code = String(form.get("code") ?? "").trim() || null;
  const refuse = (status: number, answer: Partial<MailedCodeAnswer & { notice: string }>) => ({
    ok: false as const,
    ...{ status, answer: { asksCode: true, codeError: null, notice: null, ...answer } },
  });
  switch (await proveByMail(site.tokens, { userId, email, sessionHash, code })) {
    case "proven":
      return { ok: true };
    case "letters_off":
      return refuse(409, { asksCode: false, notice: texts.lettersOff });
    case "sent":
      return refuse(409, {});
    case "wrong":
      return refuse(422, { codeError: texts.codeWrong });
  }
}
