import type { Sql } from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";

/**
 * The same doors, with one thing changed in every transaction: the lock on the order's row is taken away
 * ("unlocked") or left ("locked"), and whoever has read the row waits a moment, so that the others come in between
 * if they can. For negative controls: what the acts do when their lock is missing.
 */
export function slowedServices(services: Services, lock: "locked" | "unlocked"): Services {
  return {
    ...services,
    database: {
      ...services.database,
      withDuty: (duty, work) => services.database.withDuty(duty, (sql) => work(slowed(sql, lock))),
    },
  };
}

function slowed(sql: Sql, lock: "locked" | "unlocked"): Sql {
  const { $client } = sql;
  const query = async (given: unknown, ...more: unknown[]) => {
    const ask = $client.query.bind($client) as (given: unknown, ...more: unknown[]) => Promise<unknown>;
    if (
      typeof given !== "object" ||
      given === null ||
      !("name" in given) ||
      !String(given.name).startsWith("lock-order")
    )
      return ask(given, ...more);
    const statement = given as { name: string; text: string };
    const answer = await ask(
      lock === "locked"
        ? statement
        : { ...statement, name: "read-order-without-lock", text: statement.text.replace("FOR UPDATE", "") },
    );
    await new Promise((resume) => setTimeout(resume, 40));
    return answer;
  };
  const client = new Proxy($client, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
  });
  return new Proxy(sql, {
    get: (target, name) => (name === "$client" ? client : Reflect.get(target, name, target)),
  });
}
