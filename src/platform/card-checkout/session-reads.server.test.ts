import { describe, expect, it } from "vitest";
import type { CardSession, ReadSession } from "./card-answers.ts";
import { createSessionReads } from "./card-sessions.server.ts";

const session = (
  status: CardSession["status"],
  paymentStatus: CardSession["paymentStatus"],
): ReadSession => ({
  kind: "found",
  session: {
    id: "cs_1",
    status,
    paymentStatus,
    amountTotal: 11_000,
    currency: "ron",
    mode: "payment",
    clientReferenceId: null,
    livemode: false,
    paymentId: "pi_1",
    url: null,
    customerEmail: null,
    expiresAt: new Date(0),
    createdAt: new Date(0),
  },
});

function counted(answers: readonly ReadSession[]) {
  const asked: string[] = [];
  const read = async (sessionId: string) => {
    asked.push(sessionId);
    return answers[Math.min(asked.length, answers.length) - 1] as ReadSession;
  };
  return { asked, read };
}

describe("reads of a card session", () => {
  it("that come at once are one call", async () => {
    const { asked, read } = counted([session("open", "unpaid")]);
    const reads = createSessionReads(read);
    await Promise.all([reads("cs_1"), reads("cs_1"), reads("cs_1"), reads("cs_2")]);
    expect(asked).toEqual(["cs_1", "cs_2"]);
  });

  it.each([
    ["paid", session("complete", "paid"), 1],
    ["run out", session("expired", "unpaid"), 1],
    ["open", session("open", "unpaid"), 2],
    ["waiting for the bank", session("complete", "unpaid"), 2],
    ["not answered", { kind: "unknown", message: "nobody" } as const, 2],
    ["missing", { kind: "missing" } as const, 2],
  ])("of one that was %s ask the provider again only where that may change", async (_, answer, calls) => {
    const { asked, read } = counted([answer]);
    const reads = createSessionReads(read);
    expect([await reads("cs_1"), await reads("cs_1")]).toEqual([answer, answer]);
    expect(asked).toHaveLength(calls);
  });
});
