import { z } from "zod";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { typedLine } from "#kernel/typed-text.ts";
import { lengths } from "#ticketing/limits.ts";
import type { GateFacts } from "./save-gate.server.ts";

const form = z.object({
  name: z.string().transform(typedLine).pipe(z.string().min(1).max(lengths.deviceName)),
  typeIds: z.array(z.custom<Uuid>((value) => isUuid(value))).max(200),
});

/** Reads the form of a gate. `name`: the name is missing or too long. `types`: a type has no valid id. */
export function readGateForm(
  fields: FormData,
):
  | { readonly ok: true; readonly value: GateFacts }
  | { readonly ok: false; readonly field: "name" | "types" } {
  const read = form.safeParse({ name: fields.get("name"), typeIds: [...new Set(fields.getAll("types"))] });
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, field: read.error.issues.some(({ path }) => path[0] === "name") ? "name" : "types" };
}
