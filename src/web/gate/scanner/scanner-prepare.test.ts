import { expect, it } from "vitest";
import { noTestResults, phoneChecks, type TestResults } from "./scanner-prepare.tsx";

it("a camera that has not answered yet opens, and is not said to fail", () => {
  const camera = (tried: TestResults["camera"]) => {
    const state = { isOnline: true, isStopped: false, clockAhead: 0, unsent: 0, tickets: 1, listAt: 1 };
    const acts = { helpsOnly: false, onSound: () => undefined, onCamera: () => undefined };
    const check = phoneChecks(state, { ...noTestResults, camera: tried }, 2, acts)[1];
    return [check?.text, check?.isRight, check?.act?.text];
  };
  expect(camera(null)).toEqual(["Camera pornește…", false, undefined]);
  expect(camera("denied")).toEqual(["Camera nu pornește", false, "Încearcă iar"]);
  expect(camera({ hasTorch: true })).toEqual(["Camera vede", true, undefined]);
});
