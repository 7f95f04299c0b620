import { expect, it } from "vitest";
import { readPageAddress } from "./page-parameters.ts";

const night = "019e4eb2-c800-729d-8b40-1f18b7b4cba7";

it("all spellings of one page have one address", () => {
  for (const query of [
    "?period=week&page=2",
    "?page=2&period=week",
    "?page=2&period=week&zz=1",
    "?page=2&&period=week&q=",
    "?page=2&period=%77eek&unavailable=",
    "?page=2&page=3&period=week",
  ])
    expect(readPageAddress(`/events${query}`)).toEqual({
      address: "/events?page=2&period=week",
      mayBeKept: true,
    });
  for (const query of ["", "?", "?zz=1", "?page=1&period=all", "?__proto__=1", "?ticket_id=", "?&&"])
    expect(readPageAddress(`/events/${night}${query}`)).toEqual({
      address: `/events/${night}`,
      mayBeKept: true,
    });
});

it.each([
  "page=x7",
  "page=7x",
  "page=-1",
  "page=0",
  "page=2.5",
  "page=+21",
  "page=%0021",
  "period=%00",
  "period=WEEK",
  "period=__proto__",
  "unavailable=2",
  "page=x7&page=3&period=zz&unavailable=true",
])("an unknown value of a closed list, %s, is the usual page, which is kept", (query) => {
  const usual = { address: "/events", mayBeKept: true };
  expect(readPageAddress(`/events?${query}`)).toEqual(usual);
  expect(readPageAddress(`/events.data?${query}`)).toEqual({ address: "/events.data", mayBeKept: true });
});

it.each([
  ["/events?q=luna", "/events?q=luna"],
  ["/events?q=free", "/events?q=free"],
  ["/events?page=99999&x=1", "/events?page=99999"],
  ["/events?page=21&period=x", "/events?page=21"],
  ["/events.data?_routes=root", "/events.data?_routes=root"],
  ["/_.data?index=&_routes=a&zz=1", "/_.data?_routes=a"],
  [`/events/${night}?quantity=2&ticket_id=x`, `/events/${night}?quantity=2&ticket_id=x`],
  [
    `/events/${night}?ticket_id=x&quantity=2&ticket_id=y&price=1&quantity=1`,
    `/events/${night}?quantity=2&quantity=1&ticket_id=x&ticket_id=y`,
  ],
])("%s is outside every closed set and not kept", (asked, address) => {
  expect(readPageAddress(asked)).toEqual({ address, mayBeKept: false });
});

it.each([
  "/__manifest?p=/",
  "/login",
  "/Events",
  "/events/",
  "//events",
  "/events/x",
  "/_root.data",
  "/admin",
  "http://evil.example/events",
  "*",
])("%s is not a page that is kept", (asked) => {
  expect(readPageAddress(asked)).toBeUndefined();
});
