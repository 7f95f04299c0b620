import { expect, it } from "vitest";
import { networkView } from "./scanner-frame.tsx";

it("a phone whose list is old still says that it has no network and how many rows are unsent, and the age in one unit", () => {
  const now = Date.now();
  const after = (minutes: number, isOnline: boolean, unsent = 0) =>
    networkView({ isOnline, unsent, listAt: now - minutes * 60_000 }, now);
  expect(after(1, true)).toEqual({ kind: "online", text: "Online" });
  expect(after(14, false, 3)).toEqual({ kind: "offline", text: "Fără internet · 3 netrimise" });
  expect(after(415, false, 3)).toEqual({
    kind: "old",
    text: "Fără internet · 3 netrimise · Vechi: date de acum 6 ore",
  });
  expect(after(20, true)).toEqual({ kind: "old", text: "Vechi: date de acum 20 de minute" });
});
