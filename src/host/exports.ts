import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Context, Hono } from "hono";
import { dayOf } from "#kernel/time.ts";
import { may } from "#ticketing/people/roles.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { purchaseSearchOf } from "#ticketing/reports/purchase-search.ts";
import { reportPeriods, spansOf } from "#ticketing/reports/report-period.ts";
import { adminTexts } from "#web/admin/admin-texts.ts";
import { purchaseTexts } from "#web/admin/purchases/purchase-texts.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

type Wanted = { readonly columns: "report" | "purchases"; readonly prefix: string; readonly list: string };

/** A byte order mark: without it a spreadsheet reads UTF-8 as something else. */
const mark = Buffer.from("\uFEFF", "utf8");

/**
 * Files that the database writes straight to whoever asked, past the router, which would collect them in memory. The
 * same guard as for the screens; a file that cannot be made leads back to its screen with the specified sentence.
 */
export function createExports(site: SiteServices): Hono {
  const files = new Hono();
  files.get("/purchases.csv", (c) =>
    answer(site, c, { columns: "purchases", prefix: "achizitii", list: "/admin/purchases" }),
  );
  files.get("/reports.csv", (c) =>
    answer(site, c, { columns: "report", prefix: "raport", list: "/admin/reports" }),
  );
  return files;
}

async function answer(site: SiteServices, c: Context, wanted: Wanted): Promise<Response> {
  const visitor = await site.findVisitor(c.req.raw);
  const { search: asked, searchParams: query } = new URL(c.req.url);
  const isHttps = site.origin.startsWith("https:");
  const told = (path: string, text: string) => {
    c.header("set-cookie", flashCookie({ kind: "error", text }, isHttps));
    return c.redirect(path, 303);
  };
  if (visitor.kind === "anonymous")
    return c.redirect(`/login?next=${encodeURIComponent(wanted.list + asked)}`, 303);
  if (!may(visitor.role, "administer")) return told("/", adminTexts.accessDenied);

  const today = dayOf(site.now());
  const period = reportPeriods.find((known) => known === query.get("period")) ?? "30";
  const isReport = wanted.columns === "report";
  const found = purchaseSearchOf(query);
  const exported = await exportPurchases(site, {
    actor: visitor,
    columns: wanted.columns,
    search: isReport
      ? { ...found, since: spansOf(period, today).span?.from ?? null, only: "counted" }
      : { ...found, since: null, only: "everything" },
  }).catch((error: unknown) => {
    site.log.error({ error: error instanceof Error ? error.stack : String(error) }, "an export failed");
    return undefined;
  });
  if (!exported?.ok) return told(wanted.list + asked, purchaseTexts.exportFailed);

  c.header("content-type", "text/csv; charset=utf-8");
  c.header("content-disposition", `attachment; filename="${wanted.prefix}-${today}.csv"`);
  c.header("cache-control", "private, no-store");
  c.header("set-cookie", flashCookie({ kind: "success", text: purchaseTexts.exported }, isHttps));
  const pieces = inBigPieces();
  // whoever goes away ends the database's work too; what breaks off is cut, because half a file must not look whole
  pipeline(exported.value, pieces).catch((error: unknown) =>
    site.log.warn({ error: String(error) }, "an export ended early"),
  );
  return c.body(Readable.toWeb(pieces) as ReadableStream<Uint8Array>);
}

const piece = 64 * 1024;

/** The database sends row by row; a write to the network for each would cost more than the rows. */
function inBigPieces(): Transform {
  let waiting: Buffer[] = [mark];
  let length = mark.length;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      length += chunk.length;
      if (length < piece) return done();
      const all = Buffer.concat(waiting);
      waiting = [];
      length = 0;
      done(null, all);
    },
    flush(done) {
      done(null, length > 0 ? Buffer.concat(waiting) : undefined);
    },
  });
}
