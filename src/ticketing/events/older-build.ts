import type { CodeKind } from "./type-family.ts";

/**
 * `before_lines`: a build that only knows orders of one line and one ticket code. `before_phases`: one without
 * phases, pools and add-ons (docs/decisions/0023, 0024).
 */
export type OlderBuild = "before_lines" | "before_phases";

/** Whether an older build that runs beside this one would settle or refund an order of these types wrongly. */
export function isTooNewFor(
  build: OlderBuild | null,
  types: readonly {
    readonly codePer: CodeKind;
    readonly entries: number;
    readonly poolId: string | null;
    readonly phases: readonly unknown[];
  }[],
): boolean {
  if (build === null) return false;
  if (types.some(({ phases, poolId, entries }) => phases.length > 0 || poolId !== null || entries === 0))
    return true;
  return build === "before_lines" && (types.length > 1 || types.some(({ codePer }) => codePer === "person"));
}
