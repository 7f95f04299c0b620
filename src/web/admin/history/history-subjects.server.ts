import type { Sql } from "#platform/database/sql.ts";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { findEventName } from "#ticketing/events/office-event-queries.server.ts";
import { findType } from "#ticketing/events/office-type-queries.server.ts";
import type { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { findVoucher } from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { artistTexts } from "../artists/artist-texts.ts";
import { codeTexts } from "../codes/code-texts.ts";
import { shownCode } from "../codes/code-words.ts";
import { eventTexts } from "../events/event-texts.ts";
import { textsOf, ticketKindOf } from "../tickets/ticket-kind.ts";

type HistorySubject = {
  readonly kind: Parameters<typeof listHistory>[1];
  /** The title of the list that has these rows. */
  readonly list: string;
  /** Returns undefined when the row does not exist. */
  readonly nameOf: (sql: Sql, id: string) => Promise<string | undefined>;
};

const types = (screen: string): HistorySubject => ({
  kind: "ticket_type",
  list: textsOf(ticketKindOf(`/admin/${screen}`)).title,
  nameOf: async (sql, id) => (await findType(sql, id))?.type,
});

/** The kinds of rows whose history an address shows, by the address of their list. */
export const historySubjects: Record<string, HistorySubject> = {
  events: { kind: "event", list: eventTexts.title, nameOf: findEventName },
  artists: {
    kind: "artist",
    list: artistTexts.title,
    nameOf: async (sql, id) => (await findArtist(sql, id))?.name,
  },
  tickets: types("tickets"),
  abonamente: types("abonamente"),
  codes: {
    kind: "voucher",
    list: codeTexts.title,
    nameOf: async (sql, id) => {
      const voucher = await findVoucher(sql, id);
      return voucher && shownCode(voucher);
    },
  },
};
