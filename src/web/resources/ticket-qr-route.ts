import { qrPng, qrSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import { findTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { privateFile } from "#web/request/private-file.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import { mayView, viewerOfFile } from "#web/request/ticket-viewer.server.ts";
import type { Route } from "./+types/ticket-qr-route.ts";

/** The QR of a ticket as a picture, for its owner only, or by the link of its order. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const viewer = await viewerOfFile(site, context.get(visitorContext), request);
  if (!viewer) return new Response(null, { status: 401 });
  const ticket = await findTicket(site, viewer, params.id);
  if (!ticket?.code || !mayView(viewer, ticket)) return new Response(null, { status: 404 });
  return new URL(request.url).pathname.endsWith(".png")
    ? privateFile(new Uint8Array(await qrPng(ticket.code.qr)), "image/png")
    : privateFile(qrSvg(ticket.code.qr, shownTicketTexts.qrAlt(ticket.label)), "image/svg+xml");
}
