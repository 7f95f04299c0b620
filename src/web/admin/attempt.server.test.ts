import { describe, expect, it } from "vitest";
import { attempt } from "./attempt.server.ts";

describe("a change that fails", () => {
  const lines: unknown[] = [];
  const site = { log: { error: (...line: unknown[]) => lines.push(line) } } as never;

  it("is logged and answered as failed, so that the form stays (B14-02, B14-07, B14-10)", async () => {
    const answer = await attempt(site, () => Promise.reject(new Error("disk full")));
    expect(answer).toEqual({ ok: false, refusal: { reason: "failed" } });
    expect(JSON.stringify(lines)).toContain("disk full");
  });

  it("that was refused is returned unchanged", async () => {
    const refusal = { ok: false, refusal: { reason: "missing" } } as const;
    expect(await attempt(site, async () => refusal)).toBe(refusal);
  });
});
