import { data } from "react-router";
import { findVoucher } from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { removeVoucher } from "#ticketing/orders/vouchers/remove-voucher.server.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, noFields, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { DeleteDialog } from "../ui/delete-dialog.tsx";
import type { Route } from "./+types/delete-code-route.ts";
import { codeTexts } from "./code-texts.ts";
import { shownCode } from "./code-words.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const voucher = foundOr404(await readAs(context, (sql) => findVoucher(sql, id)));
  return { id, code: shownCode(voucher) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  await postedForm(request, noFields);
  const removed = await attempt(site, () => removeVoucher(site, { actor, id }));
  if (removed.ok) return redirectWithMessage(site, "/admin/codes", "success", codeTexts.deleted);
  const { reason } = removed.refusal;
  if (reason === "missing") throw data(null, { status: 404 });
  const texts = {
    used: codeTexts.wasUsed,
    failed: codeTexts.deleteFailed,
    not_allowed: rowSecurityTexts.general,
  };
  return redirectWithMessage(site, `/admin/codes/${id}`, "error", texts[reason]);
}

export default function DeleteCode({ loaderData: { id, code } }: Route.ComponentProps) {
  return (
    <DeleteDialog question={codeTexts.removeQuestion} closeTo={`/admin/codes/${id}`} act={codeTexts.remove}>
      {codeTexts.removeText(code)}
    </DeleteDialog>
  );
}
