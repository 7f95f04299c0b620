import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Context, Hono } from "hono";
import { namedFile } from "#kernel/named-file.ts";
import type { Outcome } from "#kernel/outcome.ts";
import { dayOf } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { recordExport } from "#ticketing/journal/record-export.server.ts";
import { exportCodeUses } from "#ticketing/reports/export-code-uses.server.ts";
import { exportCodes } from "#ticketing/reports/export-codes.server.ts";
import { exportGuests } from "#ticketing/reports/export-guests.server.ts";
import { exportLedger } from "#ticketing/reports/export-ledger.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { exportSettlement } from "#ticketing/reports/export-settlement.server.ts";
import { byteOrderMark, type FileForm } from "#ticketing/reports/file-table.ts";
import { listedSearchOf, listedSortOf, purchaseSearchOf } from "#ticketing/reports/purchase-search.ts";
import { reportPeriods, spansOf } from "#ticketing/reports/report-period.ts";
import { settledNightsOf } from "#ticketing/reports/settled-nights.ts";
import { nameSettlement } from "#ticketing/reports/settlement-name-queries.server.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";
import { adminTexts } from "#web/admin/admin-texts.ts";
import { purchaseTexts } from "#web/admin/purchases/purchase-texts.ts";
import { fileTexts } from "#web/admin/ui/office-texts.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { fileTypes, refusalOfOtherSite } from "#web/request/private-file.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

type FileRequest<Form> = {
  readonly actor: Actor;
  readonly query: URLSearchParams;
  readonly now: Date;
  readonly as: Form;
};

type Download<Form> = {
  readonly act: Act;
  /** The kind of the file in the security log. Its name is this and today's date, unless `name` gives another. */
  readonly prefix: string;
  readonly name?: (request: Omit<FileRequest<Form>, "as">) => Promise<string>;
  /** The screen with the link to this file. */
  readonly screen: string;
  open(request: FileRequest<Form>): Promise<Outcome<Readable, { readonly reason: string }>>;
};

/**
 * The downloadable files; each table exists as a workbook and as CSV. They bypass the router, which would collect a
 * whole stream in memory. The guard is the same as for screens. When a file cannot be made, the answer redirects to
 * its screen with the specified sentence.
 */
export function createExports(site: SiteServices): Hono {
  const files = new Hono();
  const addFile = <Form extends FileForm | "pdf" = FileForm>(
    path: string,
    download: Download<Form>,
    more: Form[] = [],
  ) => {
    for (const as of ["xlsx", "csv", ...more] as Form[])
      files.get(`${path}.${as}`, (c) => answer(site, c, as, download));
  };
  addFile("/purchases", {
    act: "export-purchases",
    prefix: "achizitii",
    screen: "/admin/purchases",
    open: ({ actor, query, as }) =>
      exportPurchases(site, {
        actor,
        as,
        columns: "purchases",
        sorted: listedSortOf(query),
        search: listedSearchOf(query),
      }),
  });
  addFile("/reports", {
    act: "export-purchases",
    prefix: "raport",
    screen: "/admin/reports",
    open: ({ actor, query, now, as }) => {
      const period = reportPeriods.find((known) => known === query.get("period")) ?? "30";
      const since = spansOf(period, dayOf(now)).span?.from ?? null;
      return exportPurchases(site, {
        actor,
        as,
        columns: "report",
        search: { ...purchaseSearchOf(query), since, only: "counted" },
      });
    },
  });
  addFile("/reconciliation", {
    act: "export-ledger",
    prefix: "registru",
    screen: "/admin/reconciliation",
    open: ({ actor, as }) => exportLedger(site, { actor, as }),
  });
  addFile("/codes", {
    act: "export-code-uses",
    prefix: "folosiri-coduri",
    screen: "/admin/codes",
    open: ({ actor, as }) => exportCodeUses(site, { actor, as }),
  });
  addFile("/code-list", {
    act: "export-codes",
    prefix: "coduri",
    screen: "/admin/codes",
    open: ({ actor, query, as }) => exportCodes(site, { actor, as, id: query.get("set") }),
  });
  addFile("/guests", {
    act: "export-guests",
    prefix: "invitati",
    screen: "/admin/guests",
    open: ({ actor, query, as }) =>
      exportGuests(site, { actor, as, eventId: query.get("event"), listId: query.get("list") }),
  });
  addFile<FileForm | "pdf">(
    "/settlement",
    {
      act: "export-settlement",
      prefix: "decont",
      screen: "/admin/settlement",
      name: ({ actor, query, now }) => nameSettlement(site, { actor, chosen: settledNightsOf(query, now) }),
      open: ({ actor, query, now, as }) =>
        exportSettlement(site, { actor, chosen: settledNightsOf(query, now), as }),
    },
    ["pdf"],
  );
  return files;
}

async function answer<Form extends FileForm | "pdf">(
  site: SiteServices,
  c: Context,
  as: Form,
  download: Download<Form>,
): Promise<Response> {
  const refusal = refusalOfOtherSite(c.req.raw);
  if (refusal) return refusal;
  const visitor = await site.findVisitor(c.req.raw);
  const { search, searchParams: query } = new URL(c.req.url);
  const redirectWith = (path: string, text: string) => {
    c.header("set-cookie", flashCookie({ kind: "error", text }, site.origin));
    return c.redirect(path, 303);
  };
  if (visitor.kind !== "person")
    return c.redirect(`/login?next=${encodeURIComponent(download.screen + search)}`, 303);
  if (!mayDo(visitor, download.act)) return redirectWith("/", adminTexts.accessDeniedHere);

  const now = site.now();
  const name = (await download.name?.({ actor: visitor, query, now })) ?? `${download.prefix}-${dayOf(now)}`;
  const headers = {
    "content-type": fileTypes[as],
    "content-disposition": namedFile(`${name}.${as}`),
    "cache-control": "private, no-store",
  };
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  const exported = await download.open({ actor: visitor, query, now, as }).catch((error: unknown) => {
    site.log.error({ error: error instanceof Error ? error.stack : String(error) }, "an export failed");
    return undefined;
  });
  if (!exported?.ok)
    return redirectWith(
      download.screen + search,
      exported?.refusal.reason === "too_many" ? fileTexts.tooLong : purchaseTexts.exportFailed,
    );
  const pieces = inBigPieces(as === "csv" ? [Buffer.from(byteOrderMark)] : []);
  // a client that disconnects also ends the database's work; on an error the connection is cut, so that half a file
  // does not look complete
  pipeline(exported.value, pieces).catch((error: unknown) =>
    site.log.warn({ error: String(error) }, "an export ended early"),
  );
  try {
    await recordExport(site, visitor, download.prefix);
    if (pieces.errored) throw pieces.errored;
  } catch (error) {
    pieces.destroy();
    throw error;
  }
  c.header("set-cookie", flashCookie({ kind: "success", text: purchaseTexts.exported }, site.origin));
  return c.body(streamOf(pieces), 200, headers);
}

/** A stream for the answer. Readable.toWeb throws when a reader disconnects, an error that nothing can catch. */
function streamOf(source: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => void source.destroy(),
  });
}

const pieceSize = 64 * 1024;

/**
 * Joins rows into big chunks, because a network write for each row would cost more than the rows. Only the first
 * chunk is sent at once, so that the reader sees the download begin.
 */
function inBigPieces(first: Buffer[]): Transform {
  let waiting = first;
  let length = pieceSize;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      length += chunk.length;
      if (length < pieceSize) return done();
      const all = Buffer.concat(waiting);
      waiting = [];
      length = 0;
      done(null, all);
    },
    flush(done) {
      done(null, waiting.length > 0 ? Buffer.concat(waiting) : undefined);
    },
  });
}
