import { readClub } from "#ticketing/delivery/club-queries.server.ts";
import { logoOf } from "#ticketing/delivery/logo-png.server.ts";
import { findPrintableTickets, type PrintScope } from "#ticketing/delivery/ticket-queries.server.ts";
import { privateFile, refusalOfOtherSite } from "#web/request/private-file.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { mayView, type TicketViewer, viewerOfFile } from "#web/request/ticket-viewer.server.ts";
import type { Route } from "./+types/ticket-pdf-route.ts";

/**
 * The printed ticket, for its holder or by the link of its order. A pass has a page for each night that still admits.
 * `order.pdf` has a page for each ticket that the person has of the same order. One at a time for each account.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const refusal = refusalOfOtherSite(request);
  if (refusal) return refusal;
  const site = context.get(siteContext);
  const viewer = await viewerOfFile(site, context.get(visitorContext), request);
  if (!viewer) return new Response(null, { status: 401 });
  const scope = new URL(request.url).pathname.endsWith("/order.pdf") ? "order" : "seat";
  const printed = await site.printTurns.take(viewer.userId, () =>
    printTickets(site, viewer, { id: params.id, scope }),
  );
  if (printed === "too_many") return notNow(429, shownTicketTexts.pdfBusy);
  return printed.result ?? new Response(null, { status: 404 });
}

const notNow = (status: 429 | 503, text: string) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "5" },
  });

async function printTickets(
  site: SiteServices,
  actor: TicketViewer,
  { id, scope }: { readonly id: string; readonly scope: PrintScope },
): Promise<Response | undefined> {
  const tickets = await findPrintableTickets(site, actor, id, scope);
  const [first] = tickets ?? [];
  if (!tickets || !first || !mayView(actor, first)) return undefined;
  const club = await site.database.readAs(actor, readClub);
  const printed = await site.pagePdfRenderer.print({
    qrs: [],
    tickets,
    club,
    logo: await logoOf(site, club),
  });
  if (!printed.ok) {
    site.log.error({ purchaseId: first.purchaseId, ...printed.refusal }, "tickets were not printed");
    return notNow(503, shownTicketTexts.pdfFailed);
  }
  const name = scope === "order" ? shownTicketTexts.orderFile(first.label) : first.label;
  return privateFile(new Uint8Array(printed.value.pdf), "application/pdf", `${name}.pdf`);
}
