import { findCounter } from "#ticketing/events/office-event-queries.server.ts";
import { readAs } from "../administrator.server.ts";
import { foundOr404, idOf } from "../posted-form.server.ts";
import type { Route } from "./+types/stock-route.ts";

/** Returns the present state of one counter, for the meters that follow the sale. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  return { stock: foundOr404(await readAs(context, (sql) => findCounter(sql, id))) };
}
