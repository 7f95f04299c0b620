import { expect, it } from "vitest";
import { createKnownPages } from "./known-pages.ts";

const pages = createKnownPages({
  root: { path: "" },
  layout: { parentId: "root" },
  home: { parentId: "layout" },
  night: { parentId: "layout", path: "events/:id" },
  session: { parentId: "root", path: "auth/session/:call?" },
  edit: { parentId: "root", path: "admin/events/:id" },
  remove: { parentId: "edit", path: "delete" },
  rest: { parentId: "layout", path: "*" },
});

it("knows the paths of nested screens, and none that only the page for unknown addresses answers", () => {
  for (const path of ["/", "/events/x", "/auth/session", "/auth/session/login", "/admin/events/1/delete"])
    expect([path, pages.has(path)]).toEqual([path, true]);
  for (const path of ["/x", "/events", "/events/x/y", "/admin/events/1/delete/x", "//events/x"])
    expect([path, pages.has(path)]).toEqual([path, false]);
});

it("never redirects to another site, nor from a path that is already canonical", () => {
  for (const path of ["/", "/events/x", "//evil.example", "/\\evil.example/", "/nothing/"])
    expect([path, pages.tidy(path)]).toEqual([path, undefined]);
  expect(pages.tidy("//Events//X/")).toBe("/events/x");
  expect(pages.tidy("//")).toBe("/");
});

it("names one path for each screen, and one for all that have none", () => {
  const asked = ["/x", "/Events/a/", "/events/b", "/auth/session", "/y", "/auth/session/login", "/events/a"];
  expect(pages.oneOfEach(asked)).toEqual(["/x", "/Events/a/", "/auth/session"]);
});
