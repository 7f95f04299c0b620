import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { openLog } from "#platform/log/log.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type Administrator, administratorContext } from "../administrator.server.ts";
import { contentTexts } from "./content-texts.ts";
import { saveTexts } from "./save-texts.server.ts";

it("when it cannot be read whether emails would say something else, what was typed stays", async () => {
  const context = new RouterContextProvider();
  const database = { readAs: () => Promise.reject(new Error("the database is unreachable")) };
  context.set(siteContext, { database, log: openLog("silent") } as unknown as SiteServices);
  context.set(administratorContext, { userId: newId(), role: "admin" } as Administrator);
  const form = new FormData();
  form.set("title", "Luna Plină");
  const answer = await saveTexts(
    { context, request: new Request("http://club.test/admin/content") },
    { form, keys: ["about"], read: () => done({}), fieldsIn: () => ({ title: "" }), path: "/admin/content" },
  );
  expect(answer).toMatchObject({
    init: { status: 500 },
    data: { values: { title: "Luna Plină" }, failure: contentTexts.saveFailed },
  });
});
