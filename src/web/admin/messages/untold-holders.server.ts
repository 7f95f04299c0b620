import type { Uuid } from "#kernel/id.ts";
import { countNightHolders } from "#ticketing/delivery/night-messages/night-holders-queries.server.ts";
import { findNightOfMessages } from "#ticketing/delivery/night-messages/night-message-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";

/** A change that ticket holders should know. Moving a night emails them; saving its form does not. */
export type UntoldChange = "place" | "age";

type Values = Readonly<Record<string, unknown>>;

/** Returns which of these changes were made between opening the form and saving it. */
export function untoldChanges(opened: Values | null, saved: Values): UntoldChange[] {
  const differs = (...names: string[]) =>
    opened !== null && names.some((name) => opened[name] !== saved[name]);
  return [
    ...(differs("location", "address") ? (["place"] as const) : []),
    ...(differs("minimum_age") ? (["age"] as const) : []),
  ];
}

/** Returns how many ticket holders of this night this person may write to; 0 once the night is over. */
export async function countUntold(site: SiteServices, actor: Administrator, id: Uuid): Promise<number> {
  if (!mayDo(actor, "send-night-message")) return 0;
  const night = await site.database.readAs(actor, (sql) => findNightOfMessages(sql, id));
  if (!night || night.isOver) return 0;
  const everybody = { kind: "service", typeIds: [], atGate: "all" } as const;
  return (await site.database.withDuty("deliver", (sql) => countNightHolders(sql, id, everybody))).people;
}
