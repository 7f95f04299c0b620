import { data, Outlet } from "react-router";
import { editVoucher } from "#ticketing/orders/vouchers/edit-voucher.server.ts";
import { readVoucherForm, voucherTextFields } from "#ticketing/orders/vouchers/voucher-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { belowTakenText } from "../field-texts.ts";
import { idOf, openedForm, postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/code-form-route.ts";
import { refusedCode } from "./code-answer.ts";
import { CodeFormPage } from "./code-form-page.tsx";
import { type CodeFormAnswer, readCodeFormView, valuesOfVoucher } from "./code-form-reading.server.ts";
import { codeSentences, codeValues, flatCode } from "./code-sentences.ts";
import { codeTexts } from "./code-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.title ?? codeTexts.title) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const asked = { id: idOf(params) };
  const view = await readCodeFormView(context.get(siteContext), context.get(administratorContext), asked);
  if (!view) throw data(null, { status: 404 });
  return { view };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const id = idOf(params);
  const form = await postedForm(request, {
    one: [...voucherTextFields, "version", "opened"],
    many: ["events", "types"],
  });
  const values = codeValues(form);
  const again = (answer: Partial<CodeFormAnswer>, status: number) =>
    data<CodeFormAnswer>(
      { values, errors: {}, notice: null, conflict: null, based: openedForm(form), ...answer },
      { status },
    );
  const read = readVoucherForm(values);
  if (!read.ok) return again({ errors: codeSentences(values, "saved") }, 422);
  const version = Number(form.text("version"));
  const actor = context.get(administratorContext);
  const saved = await attempt(site, () => editVoucher(site, { actor, id, version, form: read.value }));
  if (saved.ok) return said(site, "/admin/codes", "success", codeTexts.updated);
  const { refusal } = saved;
  switch (refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "below_taken": {
      const { sold, held } = refusal;
      return again({ errors: { uses: belowTakenText(read.value.uses ?? 0, sold, held) } }, 409);
    }
    case "other_kind":
      return again({ notice: codeTexts.otherKind }, 409);
    case "changed_meanwhile": {
      const conflict = conflictOf({
        title: codeTexts.conflict,
        version: refusal.saved.version,
        mine: flatCode(values),
        saved: flatCode(valuesOfVoucher(refusal.saved)),
        opened: openedValues(form.text("opened")),
        labels: codeTexts.labels,
        shown: (name, value) =>
          name === "events" || name === "types"
            ? String(value.split(",").filter(Boolean).length)
            : name === "returns_uses"
              ? value === "1"
                ? "da"
                : "nu"
              : value.replace("T", " "),
      });
      return again({ conflict, based: null }, 409);
    }
    default:
      return again(...refusedCode(refusal));
  }
}

export default function CodeForm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <CodeFormPage view={loaderData.view} answer={actionData} />
      <Outlet />
    </>
  );
}
