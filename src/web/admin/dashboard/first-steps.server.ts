import { data } from "react-router";
import { firstStepsOf, isFirstStep, stepStates } from "#ticketing/content/first-steps.ts";
import { saveContent } from "#ticketing/content/save-content.server.ts";
import { readFirstSteps } from "#ticketing/reports/first-steps-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import type { FirstStepsView } from "./first-steps-card.tsx";

/** Returns the first steps for a person who may do all of them; null when they are over or cannot be read. */
export async function firstStepsFor(
  site: SiteServices,
  person: Administrator,
): Promise<FirstStepsView | null> {
  if (!may(person.role, "letters.write") || !may(person.role, "books.read")) return null;
  try {
    const { isDone, said, draft } = await read(site, person);
    const states = stepStates(firstStepsOf(said), isDone);
    return states && { states, draft };
  } catch (error) {
    site.log.error({ error: String(error) }, "the first steps could not be read");
    return null;
  }
}

/** Skips a step or closes the list. When another person changed the list first, the redirect shows it as it is now. */
export async function answerFirstSteps(
  site: SiteServices,
  person: Administrator,
  request: Request,
): Promise<Response> {
  const form = await postedForm(request, { one: ["intent", "step"] });
  const intent = form.text("intent");
  const step = form.text("step");
  if (intent !== "close" && !(intent === "skip" && isFirstStep(step))) throw data(null, { status: 400 });
  const { said, version } = await read(site, person);
  const before = firstStepsOf(said);
  const content = isFirstStep(step)
    ? { ...before, skipped: [...new Set([...before.skipped, step])] }
    : { ...before, closed: true };
  await saveContent(site, { actor: person, texts: [{ key: "first_steps", content, version }] });
  return seeOther("/admin", { origin: site.origin });
}

function read(site: SiteServices, person: Administrator) {
  const lettersByDefault = site.mailDefaults?.enabled ?? false;
  return site.database.readAs(person, (sql) => readFirstSteps(sql, lettersByDefault));
}
