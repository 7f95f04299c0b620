import { randomBytes } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { codeOf } from "#platform/database/database.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { readOlderBuild } from "#ticketing/events/older-build-queries.server.ts";
import { idOfRequest } from "#ticketing/forms/request-id.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { NewCodes, VoucherForm } from "./voucher-form.ts";
import { checkNightsAndTypes, insertVouchers, readVoucher } from "./voucher-store.server.ts";

export type NewVoucherRefusal =
  | NotAllowed
  /** A build that does not know vouchers is still running. */
  | { readonly reason: "older_build_runs" }
  /** `not_all`: a night or type is missing or takes no vouchers. `not_hidden`: everybody sees the type anyway. */
  | { readonly reason: "not_all" | "not_hidden" }
  | { readonly reason: "duplicate_code" };

const uniqueViolation = "23505";

type Request = {
  readonly actor: Actor;
  readonly form: VoucherForm;
  readonly codes: NewCodes;
  /** One key per form: the same form sent twice by the same person creates the voucher once. */
  readonly key?: string;
};

/** Creates one voucher, or a set of random ones, each with its counter; all or nothing. */
export async function createVoucher(
  { database }: Pick<Services, "database">,
  { actor, form, codes, key }: Request,
): Promise<Outcome<{ readonly id: Uuid }, NewVoucherRefusal>> {
  const id = key ? idOfRequest(actor.userId, "voucher", key) : newId();
  return database
    .withActor<Outcome<{ readonly id: Uuid }, NewVoucherRefusal>>(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "create-voucher"))) return refused(notAllowed);
      if (await readOlderBuild(sql)) return refused({ reason: "older_build_runs" });
      await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 5))", [id]);
      if (await readVoucher(sql, id)) return done({ id });
      const scopeCheck = await checkNightsAndTypes(sql, form);
      if (scopeCheck !== "yes") return refused({ reason: scopeCheck });
      const newCodes = codes.kind === "typed" ? [codes.code] : randomCodes(codes.count, codes.prefix);
      const isSet = codes.kind === "random" && codes.isSet;
      await insertVouchers(sql, form, { id, codes: newCodes, isSet });
      await recordChange(sql, actor, {
        subjectKind: "voucher",
        subjectId: id,
        what: "created",
        ...(isSet ? { after: { codes: newCodes.length } } : {}),
      });
      await faultPoint("voucher.written");
      return done({ id });
    })
    .catch((error: unknown) => {
      if (codeOf(error) === uniqueViolation && codes.kind === "typed")
        return refused({ reason: "duplicate_code" });
      throw error;
    });
}

/** 32 characters, without pairs that look alike: 0 and O, 1 and I. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** With 8 characters, a thousand networks that try at the limit need seven months to find one of 2,000 vouchers. */
const length = 8;

/** `count` different random vouchers that nobody can guess, each after `prefix`. */
function randomCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>();
  while (codes.size < count)
    codes.add(prefix + Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(""));
  return [...codes];
}
