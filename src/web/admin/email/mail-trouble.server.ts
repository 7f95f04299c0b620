import { data } from "react-router";
import { codeOf, isUnavailable } from "#platform/database/database.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { stackOf } from "../attempt.server.ts";
import { emailTexts } from "./email-texts.ts";

type MailTrouble = { readonly status: 403 | 500 | 503; readonly sentence: string };

/**
 * Runs an act for a screen that must not lose the typed text. An error is logged and becomes the given sentence. A
 * change that the database forbids has its own sentence (B13-16).
 */
export async function runKeepingForm<Value>(
  site: SiteServices,
  sentence: string,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly trouble: MailTrouble }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Response) throw error;
    site.log.error({ error: stackOf(error) }, sentence);
    if (codeOf(error) === "42501") return { trouble: { status: 403, sentence: emailTexts.denied } };
    return { trouble: { status: isUnavailable(error) ? 503 : 500, sentence } };
  }
}

/** The answer for a screen whose data could not be read: only the sentence. */
export const loadFailure = ({ sentence, status }: MailTrouble) =>
  data({ view: null, problem: sentence }, { status });
