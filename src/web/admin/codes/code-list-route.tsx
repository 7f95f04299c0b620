import { data } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { listEventNames } from "#ticketing/events/office-event-queries.server.ts";
import {
  type ListedVoucher,
  listVouchers,
  voucherKindFilters,
  voucherStates,
  vouchersPerPage,
} from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { switchVouchers, voucherSwitches } from "#ticketing/orders/vouchers/switch-vouchers.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, idsOf, postedForm } from "../posted-form.server.ts";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/code-list-route.ts";
import { CodeListPage } from "./code-list-page.tsx";
import type { CodeListView, CodeRowView } from "./code-list-view.ts";
import { codeTexts } from "./code-texts.ts";
import { codeLink, effectInWords, shownCode } from "./code-words.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(codeTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { searchParams: query } = new URL(request.url);
  const night = query.get("night");
  const search = {
    text: wordsOf(query, "q"),
    night: isUuid(night) ? night : null,
    kind: oneOf(query.get("kind"), voucherKindFilters, "all"),
    state: oneOf(query.get("state"), voucherStates, "all"),
    page: pageOf(query),
  } as const;
  const [list, nights] = await site.database.readAs(context.get(administratorContext), (sql) =>
    Promise.all([listVouchers(sql, search), listEventNames(sql)]),
  );
  const before = (search.page - 1) * vouchersPerPage;
  const view: CodeListView = {
    rows: list.vouchers.map((row) => rowView(row, site.origin)),
    total: list.total,
    inAll: { ...list.inAll, saved: formatLei(list.inAll.saved) },
    nights: nights.map(({ id, name, date }) => ({ id, label: `${formatShortDate(date)} ${name}` })),
    search,
    page: {
      number: search.page,
      from: list.vouchers.length === 0 ? 0 : before + 1,
      to: before + list.vouchers.length,
      isLast: before + list.vouchers.length >= list.total,
    },
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await postedForm(request, { one: ["as"], many: ["ids"] });
  const ids = idsOf(form, "ids");
  const as = voucherSwitches.find((known) => known === form.text("as"));
  if (!as) throw data(null, { status: 400 });
  const back = (kind: "success" | "error", text: string) =>
    seeOther(backTo(request, "/admin/codes"), { origin: site.origin, flash: { kind, text } });
  if (ids.length === 0) return back("error", codeTexts.nothingChosen);
  const switched = await attempt(site, () =>
    switchVouchers(site, { actor: context.get(administratorContext), ids, as }),
  );
  if (switched.ok) return back("success", counted(switched.value.changed.length, codeTexts.switched[as]));
  switch (switched.refusal.reason) {
    case "not_allowed":
      return back("error", rowSecurityTexts.special);
    case "older_build_runs":
      return back("error", requestTexts.upgrading);
    case "failed":
      return back("error", codeTexts.switchFailed);
  }
}

function rowView(row: ListedVoucher, siteOrigin: string): CodeRowView {
  const { id, name, sold, held, capacity, isOn } = row;
  return {
    ...{ id, name, sold, held, capacity, isOn },
    code: shownCode(row),
    does: effectInWords(row),
    tag: row.isSet ? codeTexts.setOf(row.codes) : row.kind === "unlock" ? codeTexts.access : null,
    where: whereInWords(row),
    when: whenInWords(row),
    uses: codeTexts.uses(sold, held, capacity),
    link: row.isSet ? null : codeLink(`${siteOrigin}/`, row.code),
  };
}

function whereInWords({ nights, types, kind }: ListedVoucher): string {
  const night =
    nights === null
      ? codeTexts.everyNight
      : nights.length === 1
        ? (nights[0] ?? "")
        : codeTexts.nights(nights.length);
  if (types === null) return night;
  const which = types.length === 1 ? (types[0] ?? "") : codeTexts.types(types.length);
  return nights === null && kind === "unlock" ? which : `${night}: ${which}`;
}

function whenInWords({ startsAt, endsAt, isEnded }: ListedVoucher): string {
  if (isEnded) return codeTexts.ended;
  const [from, until] = [startsAt, endsAt].map(momentInWords);
  if (from && until) return codeTexts.span(from, until);
  if (from) return codeTexts.from(from);
  return until ? codeTexts.until(until) : codeTexts.anyTime;
}

function momentInWords(at: Date | string | null): string | null {
  if (at === null) return null;
  const moment = new Date(at);
  return `${formatShortDate(dayOf(moment))} ${wallTimeOf(moment)}`;
}

export default function CodeList({ loaderData }: Route.ComponentProps) {
  return <CodeListPage view={loaderData.view} />;
}
