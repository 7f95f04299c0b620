import { inDays } from "#test/support/days.ts";
import type { openMoneyStage } from "#test/support/money-stage.ts";
import type { MoveForm } from "#ticketing/orders/moved-nights/move-form.ts";
import { moveNight } from "#ticketing/orders/moved-nights/move-night.server.ts";
import { workOffMoves } from "#ticketing/orders/moved-nights/work-off-moves.server.ts";

/** A form that moves a night to a day in so many days. */
export const moveFormOf = (days: number, more: Partial<MoveForm> = {}): MoveForm => ({
  date: inDays(days),
  doors: "20:30",
  time: "21:00",
  ends: "04:00",
  location: "Sala mică",
  address: "Strada Mare 1",
  directions: null,
  reason: "Vine furtuna.",
  ...more,
});

/** Moves a night of the stage and tells everybody. Resolves to the id of the move. */
export async function moveAndTell(
  { site, admin, one }: Awaited<ReturnType<typeof openMoneyStage>>,
  night: string,
  days = 9,
): Promise<string> {
  const moved = await moveNight(site, { actor: admin, id: night, form: moveFormOf(days), isProven: false });
  if (!moved.ok) throw new Error(`the night is not moved: ${moved.refusal.reason}`);
  await workOffMoves(site);
  const last = "SELECT id FROM moves WHERE event_id = $1 ORDER BY at DESC LIMIT 1";
  return (await one<{ id: string }>(last, [night])).id;
}
