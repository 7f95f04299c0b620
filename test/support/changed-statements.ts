import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";

export type Statement = { readonly name?: string; readonly text: string; readonly values?: unknown[] };

/** Sees each statement of a transaction: asks it, or another one, and may wait before it answers. */
export type Change = (
  statement: Statement,
  ask: (statement: Statement) => Promise<unknown>,
) => Promise<unknown>;

/** The same services; each statement of their transactions and of their connections for holds goes through `change`. */
export function changedServices<Some extends Pick<Services, "database">>(
  services: Some,
  change: Change,
): Some {
  const { database } = services;
  return {
    ...services,
    database: {
      ...database,
      withDuty: (duty, work) => database.withDuty(duty, (sql) => work(changed(sql, change))),
      withActor: (actor, work) => database.withActor(actor, (sql) => work(changed(sql, change))),
      dedicated: async () => changed(await database.dedicated(), change),
    },
  };
}

/** The same services; a statement that matches fails while the broken one is among its values. */
export function failingServices<Some extends Pick<Services, "database">>(
  services: Some,
  matching: RegExp,
  broken: { id: string | null },
): Some {
  return changedServices(services, (statement, ask) => {
    if (broken.id !== null && matching.test(statement.text) && statement.values?.includes(broken.id))
      throw new Error("this cannot be done");
    return ask(statement);
  });
}

function changed<Connection extends Sql>(sql: Connection, change: Change): Connection {
  const ask = (statement: Statement) => sql.query(statement as { text: string });
  const query = (given: string | Statement, values?: unknown[]) => {
    const statement = typeof given === "string" ? { text: given } : given;
    return change(values ? { ...statement, values } : statement, ask);
  };
  return new Proxy(sql, {
    get(target, name) {
      if (name === "query") return query;
      const own = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}

/** The statement without the lock on the rows that it reads. */
export function withoutLock({ name, text, ...others }: Statement): Statement {
  const free = text.replace(/ FOR (?:NO KEY )?UPDATE(?: OF \w+)?(?! SKIP)/, "");
  return { ...others, text: free, ...(name === undefined ? {} : { name: `unlocked-${name}` }) };
}

/** The same services with the locks on rows kept or removed; `after` is called when a statement of that name has its answer. */
export function raceServices<Some extends Pick<Services, "database">>(
  services: Some,
  lock: "locked" | "unlocked",
  after: (name: string) => unknown = () => {},
): Some {
  return changedServices(services, async (statement, ask) => {
    const { name = "" } = statement;
    const isLock = /^(?:lock-|hold-lock)/.test(name);
    const answer = await ask(isLock && lock === "unlocked" ? withoutLock(statement) : statement);
    await after(name);
    return answer;
  });
}
