import { expect, it, onTestFinished } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openStallingPort } from "#test/support/stalling-port.ts";
import { isUnavailable, openDatabase } from "./database.server.ts";
import type { LoginUrls } from "./database-roles.ts";

const own = await testDatabase();
const patience = 60_000;

it(
  "a server that falls silent before a commit is unavailable after forty seconds at most, and its connections are not used again",
  async () => {
    const stalling = await openStallingPort(own.ownerUrl);
    const urls = Object.fromEntries(
      Object.keys(own.urls).map((login) => [
        login,
        `postgresql://app_login_${login}@127.0.0.1:${stalling.port}/${own.name}`,
      ]),
    ) as LoginUrls;
    const database = openDatabase({ urls, rolePrefix: "app", startTimeout: 15_000 });
    onTestFinished(() => database.close());
    const actor = { userId: newId(), role: "user" } as const;
    const ways = {
      page: () => database.anonymous.query("SELECT 1"),
      read: () => database.readAs(actor, (sql) => sql.query("SELECT 1")),
      change: () => database.withActor(actor, (sql) => sql.query("SELECT 1")),
      duty: () => database.withDuty("settle", (sql) => sql.query("SELECT 1")),
    };
    const holds = await database.dedicated();
    holds.on("error", () => {});
    await Promise.all([...Object.values(ways).map((way) => way()), holds.query("SELECT 1")]);

    stalling.standStill();
    const failures = await Promise.all(
      [...Object.values(ways).map((way) => way()), holds.query("SELECT 1")].map((answer) =>
        answer.then(
          () => "answered",
          (error) => error,
        ),
      ),
    );
    expect(failures.map(isUnavailable)).toEqual(failures.map(() => true));
    await holds.end();

    stalling.goOn();
    await Promise.all(Object.values(ways).map((way) => way()));
  },
  patience,
);
