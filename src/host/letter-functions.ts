import { type Context, Hono } from "hono";
import type { Actor } from "#platform/database/database-roles.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import {
  type ConfirmationCall,
  readResendCall,
  readSeasonPassConfirmation,
  readTicketConfirmation,
} from "#ticketing/delivery/confirmation-form.ts";
import { type ResendRefusal, resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { sendTestLetter } from "#ticketing/delivery/send-test-letter.server.ts";
import { readMailSettings } from "#ticketing/letters/mail-settings-form.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { accountTexts } from "#web/account/account-texts.ts";
import { emailTexts, mailFieldProblems, mailVerdicts } from "#web/admin/email/email-texts.ts";
import { purchaseTexts } from "#web/admin/purchases/purchase-texts.ts";
import { readJson } from "#web/request/read-json.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findCallerSession } from "./caller-session.ts";

type Caller = Actor & { readonly email: string };

const { trial } = emailTexts;

/**
 * The email calls of the specification, thin over acts: same bodies, same answers. Of a body, only ids are trusted.
 */
export function createLetterFunctions(site: SiteServices): Hono {
  const functions = new Hono();
  const paths = {
    "/send-ticket-confirmation": (c: Context) => confirm(site, c, readTicketConfirmation),
    "/send-season-pass-confirmation": (c: Context) => confirm(site, c, readSeasonPassConfirmation),
    "/resend-purchase-confirmation": (c: Context) => resend(site, c),
    "/send-test-email": (c: Context) => sendTest(site, c),
  };
  for (const [path, answer] of Object.entries(paths)) {
    functions.post(path, answer);
    functions.all(path, (c) => {
      c.header("allow", "POST");
      return c.json({ error: requestTexts.postOnly }, 405);
    });
  }
  return functions;
}

async function confirm(
  site: SiteServices,
  c: Context,
  read: (body: unknown) => ConfirmationCall | undefined,
): Promise<Response> {
  const callerAndBody = await findCall(site, c);
  if (callerAndBody instanceof Response) return callerAndBody;
  const { caller, body } = callerAndBody;
  if (!body.ok) return c.json({ success: false, error: body.refusal.sentence }, body.refusal.status);
  const call = read(body.value);
  if (!call) return c.json({ success: false, error: accountTexts.resendMissing }, 400);
  const { purchaseId, ticketCode } = call;
  const sent = await resendTickets(site, {
    actor: caller,
    purchaseId,
    ...(ticketCode === undefined ? {} : { ticketCode }),
  });
  if (sent.ok) return c.json({ success: true });
  // another person's ticket gets the same answer as a ticket that does not exist
  return refuse(c, sent.refusal, { failed: accountTexts.resendFailed, notFound: 403 });
}

async function resend(site: SiteServices, c: Context): Promise<Response> {
  const callerAndBody = await findCall(site, c);
  if (callerAndBody instanceof Response) return callerAndBody;
  const { caller, body } = callerAndBody;
  if (!mayDo(caller, "resend-any-tickets"))
    return c.json({ success: false, error: purchaseTexts.resendFailed }, 403);
  if (!body.ok) return c.json({ success: false, error: body.refusal.sentence }, body.refusal.status);
  const call = readResendCall(body.value);
  if (!call) return c.json({ success: false, error: purchaseTexts.resendMissing }, 400);
  const sent = await resendTickets(site, { actor: caller, ...call });
  return sent.ok
    ? c.json({ success: true })
    : refuse(c, sent.refusal, { failed: purchaseTexts.resendFailed, notFound: 404 });
}

function refuse(
  c: Context,
  refusal: ResendRefusal,
  { failed, notFound }: { readonly failed: string; readonly notFound: 403 | 404 },
): Response {
  switch (refusal.reason) {
    case "not_found":
      return c.json({ success: false, error: failed }, notFound);
    case "not_valid":
    case "other_address":
      return c.json({ success: false, error: failed }, 409);
    case "too_often":
      c.header("retry-after", String(refusal.retryAfterSeconds));
      return c.json({ success: false, error: accountTexts.resendTooOften }, 429);
  }
}

async function sendTest(site: SiteServices, c: Context): Promise<Response> {
  const callerAndBody = await findCall(site, c);
  if (callerAndBody instanceof Response) return callerAndBody;
  const { caller, body } = callerAndBody;
  if (!mayDo(caller, "send-test-letter")) return c.json({ success: false, message: trial.notAllowed }, 403);
  if (!body.ok) return c.json({ success: false, message: body.refusal.sentence }, body.refusal.status);
  const form = readMailSettings(body.value);
  if (!form.ok) {
    if (form.refusal.reason === "not_understood")
      return c.json({ success: false, message: requestTexts.unreadable }, 400);
    return c.json({ success: false, message: firstOf(form.refusal.problems) }, 422);
  }
  const testResult = await sendTestLetter(site, { actor: caller, recipient: caller.email, form: form.value });
  if (testResult.ok) {
    const isSent = testResult.value === "ok";
    return c.json({ success: isSent, message: isSent ? trial.sent : mailVerdicts[testResult.value] });
  }
  switch (testResult.refusal.reason) {
    case "not_allowed":
      return c.json({ success: false, message: trial.notAllowed }, 403);
    case "fields":
      return c.json({ success: false, message: firstOf(testResult.refusal.problems) }, 422);
    case "too_often":
      c.header("retry-after", String(testResult.refusal.retryAfterSeconds));
      return c.json({ success: false, message: trial.tooOften }, 429);
  }
}

function firstOf(problems: Partial<Record<string, keyof typeof mailFieldProblems>>): string {
  const [first] = Object.values(problems);
  return first ? mailFieldProblems[first] : trial.notSent;
}

/** The signed-in caller and the body; else the refusal to send. The body is read only for a signed-in caller. */
async function findCall(site: SiteServices, c: Context) {
  const first = await findCaller(site, c);
  if (first instanceof Response) return first;
  const body = await readJson(c.req.raw);
  // a session that ended meanwhile no longer counts
  const caller = await findCaller(site, c);
  return caller instanceof Response ? caller : { caller, body };
}

/** The signed-in caller, by token or cookie; else the refusal to send. */
async function findCaller(site: SiteServices, c: Context): Promise<Caller | Response> {
  const caller = await findCallerSession(site, c.req.raw);
  if (!caller.ok && caller.refusal === "not_from_us")
    return c.json({ success: false, error: requestTexts.notOurs }, 403);
  const session = caller.ok ? await findSession(site.identity, caller.value) : undefined;
  if (!session)
    return c.json({ success: false, error: requestTexts.signIn, message: requestTexts.signIn }, 401);
  return { userId: session.userId, role: session.role, email: session.email };
}
