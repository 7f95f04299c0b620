import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { type HoldQueue, openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";

/**
 * The same services with one change in every transaction: the locks on the rows of the order and of its codes are removed
 * ("unlocked") or kept ("locked"), and after they were read the transaction waits a moment, so that others come in between
 * if they can. For negative controls: the acts without their locks.
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

/** Takes holds with the same change to its lock on the counters. The caller closes it. */
export function slowedHolds(services: Services, lock: "locked" | "unlocked"): HoldQueue {
  const dedicated = async () => slowed(await services.database.dedicated(), lock);
  return openHoldQueue({ ...services, database: { ...services.database, dedicated } });
}

function slowed<Connection extends Sql>(sql: Connection, lock: "locked" | "unlocked"): Connection {
  const query = async (given: unknown, ...more: unknown[]) => {
    const ask = sql.query.bind(sql) as (given: unknown, ...more: unknown[]) => Promise<unknown>;
    if (
      typeof given !== "object" ||
      given === null ||
      !("name" in given) ||
      !/^(?:lock-(?:order|seat)|gate-ticket|logged-ticket|hold-lock)/.test(String(given.name))
    )
      return ask(given, ...more);
    const statement = given as { name: string; text: string };
    const answer = await ask(
      lock === "locked"
        ? statement
        : {
            ...statement,
            name: `no-${statement.name}`,
            text: statement.text.replace(/FOR UPDATE(?: OF p)?/, ""),
          },
    );
    // an act that locks an order first has read its seat when the gate goes on, and writes when the gate is done
    const pause = /^lock-(?:orders|seat)/.test(statement.name)
      ? 250
      : statement.name === "gate-ticket"
        ? 120
        : 40;
    await new Promise((resume) => setTimeout(resume, pause));
    return answer;
  };
  return new Proxy(sql, {
    get: (target, name) => {
      if (name === "query") return query;
      const own = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
