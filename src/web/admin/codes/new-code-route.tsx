import { data } from "react-router";
import { createVoucher } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import { readNewCodes, readVoucherForm, voucherTextFields } from "#ticketing/orders/vouchers/voucher-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/new-code-route.ts";
import { refusedCode } from "./code-answer.ts";
import { CodeFormPage } from "./code-form-page.tsx";
import { type CodeFormAnswer, readCodeFormView } from "./code-form-reading.server.ts";
import { codeSentences, codeValues } from "./code-sentences.ts";
import { codeTexts } from "./code-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(codeTexts.newTitle) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const many = new URL(request.url).searchParams.get("many") === "set" ? "set" : "";
  const view = await readCodeFormView(context.get(siteContext), context.get(administratorContext), { many });
  if (!view) throw new Error("a new code needs no row");
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const values = codeValues(await postedForm(request, { one: voucherTextFields, many: ["events", "types"] }));
  const again = (answer: Partial<CodeFormAnswer>, status: number) =>
    data<CodeFormAnswer>(
      { values, errors: {}, notice: null, conflict: null, based: null, ...answer },
      { status },
    );
  const [form, codes] = [readVoucherForm(values), readNewCodes(values)];
  if (!form.ok || !codes.ok) return again({ errors: codeSentences(values, "new") }, 422);
  const created = await attempt(site, () =>
    createVoucher(site, { actor: context.get(administratorContext), form: form.value, codes: codes.value }),
  );
  if (!created.ok) return again(...refusedCode(created.refusal));
  const isSet = codes.value.kind === "random" && codes.value.isSet;
  return said(
    site,
    `/admin/codes/${created.value.id}`,
    "success",
    isSet ? codeTexts.setCreated : codeTexts.created,
  );
}

export default function NewCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodeFormPage view={loaderData.view} answer={actionData} />;
}
