import { describe, expect, it } from "vitest";
import { frameOfScreen, showsHold } from "./frame-of-screen.ts";

const layout = { pathname: "/", loaderData: { view: {} } };
const frameOf = (pathname: string, loaderData: unknown = {}) =>
  frameOfScreen([layout, { pathname, loaderData }]);

describe("the frame of a screen", () => {
  it("has its mark and its legal line alone while what was chosen waits behind a form", () => {
    for (const path of ["/login", "/register", "/guest", "/confirm"])
      expect([frameOf(path, { chosen: {} }), frameOf(path, { chosen: null })]).toEqual(["to-pay", "whole"]);
  });

  it("has its legal line alone from the order to its tickets, also under a sheet", () => {
    for (const path of [
      "/checkout/1",
      "/tickets/success",
      "/orders/1",
      "/orders/1/moved/2",
      "/orders/1/send/3",
    ])
      expect(frameOf(path)).toBe("low-foot");
  });

  it("is whole everywhere else, also where nothing could be loaded", () => {
    for (const path of ["/", "/tickets", "/orders", "/events/1", "/profile"])
      expect(frameOf(path)).toBe("whole");
    expect(frameOf("/events/1", null)).toBe("whole");
    expect(frameOf("/events/1", undefined)).toBe("whole");
    expect(frameOfScreen([])).toBe("whole");
  });
});

it("a screen tells of a hold itself where it is the hold's own night, or the page of its offer", () => {
  const tells = (loaderData: unknown) => showsHold([layout, { loaderData }]);
  expect([tells({ hold: { total: 1 } }), tells({ view: { open: { total: 1 } } })]).toEqual([true, true]);
  expect([tells({ hold: null, view: { open: null } }), tells(null), tells(undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});
