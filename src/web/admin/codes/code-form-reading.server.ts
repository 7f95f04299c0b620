import { formatLei } from "#kernel/money.ts";
import { dayOf, wallTimeOf } from "#kernel/time.ts";
import { listEventNames } from "#ticketing/events/office-event-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import {
  findVoucher,
  listOpenedNights,
  listTypeChoices,
} from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import type { VoucherForm, VoucherValues } from "#ticketing/orders/vouchers/voucher-form.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { historySteps } from "../history/history-view.ts";
import { nightsToTick } from "../tickets/nights-to-tick.ts";
import { emptyForm } from "../typed-form.ts";
import { codeValues } from "./code-sentences.ts";
import { codeTexts } from "./code-texts.ts";
import { codeLink, effectInWords, shownCode } from "./code-words.ts";

const empty: VoucherValues = { ...codeValues(emptyForm), kind: "percent" };

/** The data of a code's form. Undefined when there is no such code. */
export async function readCodeFormView(
  site: SiteServices,
  administrator: Administrator,
  id: string | null,
  many: "set" | "",
) {
  return site.database.readAs(administrator, async (sql) => {
    const [nights, types] = await Promise.all([listEventNames(sql), listTypeChoices(sql)]);
    const choices = {
      now: momentText(site.now()),
      nights: nightsToTick(nights, site.now()),
      types: types.map(({ id, type, night, isPast, requiresCode, lowest }) => ({
        ...{ id, isPast, lowest },
        label: [type, night, requiresCode ? codeTexts.hiddenType : null].filter(Boolean).join(", "),
      })),
    };
    if (id === null) return { saved: null, values: { ...empty, many }, ...choices };
    const found = await findVoucher(sql, id);
    if (!found) return undefined;
    const { isSet, isOn, isUnused, version } = found;
    const code = shownCode(found);
    const opened = isSet ? [] : await listOpenedNights(sql, found);
    return {
      ...choices,
      values: valuesOfVoucher(found),
      saved: {
        ...{ id, code, isSet, isOn, isUnused, version },
        title: isSet ? codeTexts.setTitle(found.name) : code,
        does: effectInWords(found),
        links: opened.map(({ name, slug }) => ({
          name,
          link: codeLink(`${site.origin}/events/${slug}`, code),
        })),
        uses: codeTexts.uses(found.sold, found.held, found.capacity),
        history: historySteps(await listHistory(sql, id, { limit: 4 })),
      },
    };
  });
}

/** A code as its form writes it. */
export function valuesOfVoucher(form: VoucherForm): VoucherValues {
  const number = (n: number | null) => (n === null ? "" : String(n));
  return {
    ...empty,
    kind: form.kind,
    percent: number(form.percent),
    amount: form.amount === null ? "" : formatLei(form.amount).replaceAll(".", ""),
    name: form.name,
    uses: number(form.uses),
    per_person: number(form.perPerson),
    starts_at: momentText(form.startsAt),
    ends_at: momentText(form.endsAt),
    returns_uses: form.returnsUses ? "1" : "",
    events: form.eventIds ?? [],
    types: form.ticketTypeIds ?? [],
  };
}

/** Bucharest time, in the format of a date and time field. */
function momentText(moment: Date | null): string {
  return moment === null ? "" : `${dayOf(moment)}T${wallTimeOf(moment)}`;
}

export type SavedCodeView = NonNullable<CodeFormView["saved"]>;

export type CodeFormView = NonNullable<Awaited<ReturnType<typeof readCodeFormView>>>;
