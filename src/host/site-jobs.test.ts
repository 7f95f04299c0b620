import { expect, it } from "vitest";
import { statusTexts } from "#web/admin/status/status-texts.ts";
import { siteJobs } from "./site-jobs.ts";

it("every job has a Romanian name on the page of the status", () => {
  // none of them runs here
  const jobs = siteJobs({} as never, {} as never, async () => {});
  expect(jobs.map(({ name }) => name).filter((name) => !(name in statusTexts.jobNames))).toEqual([]);
});
