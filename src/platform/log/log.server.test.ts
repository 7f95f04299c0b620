import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { withRequestId } from "#kernel/request-facts.server.ts";
import { openLog } from "./log.server.ts";

test("a line carries the id of the request it was written in, and no id outside of requests", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = openLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const deep = async (what: string) => {
    await pause(1);
    log.info({ token: "secret" }, what);
  };
  await Promise.all([
    withRequestId("a", () => deep("one")),
    withRequestId("b", () => deep("two")),
    deep("three"),
  ]);
  expect(lines.map(({ msg, requestId, token }) => [msg, requestId, token]).sort()).toEqual([
    ["one", "a", "[ascuns]"],
    ["three", undefined, "[ascuns]"],
    ["two", "b", "[ascuns]"],
  ]);
});
