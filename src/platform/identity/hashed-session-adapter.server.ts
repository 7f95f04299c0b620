import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/types";
import { hashOfToken } from "./secret-token.server.ts";

type Row = Record<string, unknown>;

/**
 * The library writes session tokens as it made them. This wrapper lets only their SHA-256 through to the table: the
 * token is hashed in what is written and in what is searched for, and a row found by its token carries that token
 * again, as the library expects. Rows found otherwise (by account) carry the hash.
 */
export function withHashedSessions(
  inner: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = inner(options);
    return {
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((within) => work(hashing(within))),
    };
  };
}

function hashing<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  const wrapped: DBTransactionAdapter = {
    ...adapter,
    create: async (query) =>
      shown(
        query.model,
        await adapter.create({ ...query, data: stored(query.model, query.data) }),
        tokenOf(query.data),
      ),
    findOne: async (query) => shown(query.model, await adapter.findOne(sought(query)), soughtToken(query)),
    findMany: async (query) => {
      const rows: never[] = await adapter.findMany(sought(query));
      return rows.map((row) => shown(query.model, row, soughtToken(query)));
    },
    count: (query) => adapter.count(sought(query)),
    update: async (query) =>
      shown(
        query.model,
        await adapter.update({ ...sought(query), update: stored(query.model, query.update) }),
        tokenOf(query.update) ?? soughtToken(query),
      ),
    updateMany: (query) =>
      adapter.updateMany({ ...sought(query), update: stored(query.model, query.update) }),
    delete: (query) => adapter.delete(sought(query)),
    deleteMany: (query) => adapter.deleteMany(sought(query)),
    consumeOne: async (query) =>
      shown(query.model, await adapter.consumeOne(sought(query)), soughtToken(query)),
    incrementOne: async (query) =>
      shown(
        query.model,
        await adapter.incrementOne({
          ...sought(query),
          ...(query.set ? { set: stored(query.model, query.set) } : {}),
        }),
        soughtToken(query),
      ),
  };
  return wrapped as Adapter;
}

function tokenOf(row: Row): string | undefined {
  return typeof row.token === "string" ? row.token : undefined;
}

function stored<Values extends Row>(model: string, values: Values): Values {
  const token = tokenOf(values);
  return model === "session" && token !== undefined ? { ...values, token: hashOfToken(token) } : values;
}

function sought<Query extends { model: string; where?: Where[] | undefined }>(query: Query): Query {
  if (query.model !== "session" || query.where === undefined) return query;
  return {
    ...query,
    where: query.where.map((where) => (where.field === "token" ? hashedWhere(where) : where)),
  };
}

function hashedWhere(where: Where): Where {
  const operator = where.operator ?? "eq";
  if (Array.isArray(where.value) && (operator === "in" || operator === "not_in"))
    return { ...where, value: where.value.map((token) => hashOfToken(String(token))) };
  if (typeof where.value === "string" && (operator === "eq" || operator === "ne"))
    return { ...where, value: hashOfToken(where.value) };
  throw new TypeError(`a session token cannot be searched with "${operator}"`);
}

function soughtToken(query: { model: string; where?: Where[] | undefined }): string | undefined {
  if (query.model !== "session") return undefined;
  const where = query.where?.find(
    ({ field, operator, connector }) =>
      field === "token" && (operator ?? "eq") === "eq" && connector !== "OR",
  );
  return typeof where?.value === "string" ? where.value : undefined;
}

function shown<Found>(model: string, row: Found, token: string | undefined): Found {
  return model === "session" && token !== undefined && row ? { ...row, token } : row;
}
