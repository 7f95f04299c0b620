/** The colour of a night's light; none of its own where it cannot be visited. */
export function cardLight(event: { light: string | null; sale?: string }): string {
  if (event.sale && ["unavailable", "cancelled", "past"].includes(event.sale)) return "#46506e";
  return event.light ?? "#38f2c0";
}
