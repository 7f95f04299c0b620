import { type Context, Hono } from "hono";
import type { Actor } from "#platform/database/database-roles.ts";
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
import { mailFieldProblems, mailVerdicts } from "#web/request/mail-words.ts";
import { readJson } from "#web/request/read-json.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findCallerSession } from "./caller-session.ts";

type Caller = Actor & { readonly email: string };

const words = {
  notOurs: "Cererea nu vine din paginile noastre.",
  signIn: "Trebuie să fii conectat.",
  unreadable: "Cererea nu poate fi citită.",
  missing: "Nu s-a putut retrimite emailul de confirmare: informații lipsă",
  failed: "Nu s-a putut retrimite emailul de confirmare",
  tooOften: "Ai cerut emailul de prea multe ori. Încearcă din nou peste o oră.",
  mayNotTest: "Nu aveți dreptul să testați emailul",
  adminMissing: "Lipsesc informații necesare pentru retrimiterea confirmării",
  adminFailed: "Nu s-a putut retrimite confirmarea",
  testFailed: "Nu s-a putut trimite emailul de test",
  testSent: "Emailul de test a fost trimis cu succes",
  tooManyTests: "Ai trimis prea multe probe. Așteaptă un minut.",
} as const;

/** The letter calls of the specification, thin over acts: same bodies, same answers, ids as the only thing believed. */
export function createLetterFunctions(site: SiteServices): Hono {
  const functions = new Hono();
  const paths = {
    "/send-ticket-confirmation": (c: Context) => confirm(site, c, readTicketConfirmation),
    "/send-season-pass-confirmation": (c: Context) => confirm(site, c, readSeasonPassConfirmation),
    "/resend-purchase-confirmation": (c: Context) => resend(site, c),
    "/send-test-email": (c: Context) => test(site, c),
  };
  for (const [path, answer] of Object.entries(paths)) {
    functions.post(path, answer);
    functions.all(path, (c) => {
      c.header("allow", "POST");
      return c.json({ error: "Se trimite cu POST." }, 405);
    });
  }
  return functions;
}

async function confirm(
  site: SiteServices,
  c: Context,
  read: (body: unknown) => ConfirmationCall | undefined,
): Promise<Response> {
  const asked = await whoAsks(site, c);
  if (asked instanceof Response) return asked;
  const body = await readJson(c.req.raw);
  if (!body.ok) return c.json({ success: false, error: body.refusal.sentence }, body.refusal.status);
  const call = read(body.value);
  if (!call) return c.json({ success: false, error: words.missing }, 400);
  const { purchaseId, ticketCode } = call;
  const sent = await resendTickets(site, {
    actor: asked,
    purchaseId,
    ...(ticketCode === undefined ? {} : { ticketCode }),
  });
  if (sent.ok) return c.json({ success: true });
  // somebody else's ticket is answered like one that does not exist
  return refuse(c, sent.refusal, { failed: words.failed, notFound: 403 });
}

async function resend(site: SiteServices, c: Context): Promise<Response> {
  const asked = await whoAsks(site, c);
  if (asked instanceof Response) return asked;
  if (!mayDo(asked, "resend-any-tickets")) return c.json({ success: false, error: words.adminFailed }, 403);
  const body = await readJson(c.req.raw);
  if (!body.ok) return c.json({ success: false, error: body.refusal.sentence }, body.refusal.status);
  const call = readResendCall(body.value);
  if (!call) return c.json({ success: false, error: words.adminMissing }, 400);
  const sent = await resendTickets(site, { actor: asked, ...call });
  return sent.ok
    ? c.json({ success: true })
    : refuse(c, sent.refusal, { failed: words.adminFailed, notFound: 404 });
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
      return c.json({ success: false, error: words.tooOften }, 429);
  }
}

async function test(site: SiteServices, c: Context): Promise<Response> {
  const asked = await whoAsks(site, c);
  if (asked instanceof Response) return asked;
  if (!mayDo(asked, "send-test-letter")) return c.json({ success: false, message: words.mayNotTest }, 403);
  const body = await readJson(c.req.raw);
  if (!body.ok) return c.json({ success: false, message: body.refusal.sentence }, body.refusal.status);
  const form = readMailSettings(body.value);
  if (!form.ok) {
    if (form.refusal.reason === "not_understood")
      return c.json({ success: false, message: words.unreadable }, 400);
    return c.json({ success: false, message: firstOf(form.refusal.problems) }, 422);
  }
  const tried = await sendTestLetter(site, { actor: asked, recipient: asked.email, form: form.value });
  if (tried.ok) {
    const isSent = tried.value === "ok";
    return c.json({ success: isSent, message: isSent ? words.testSent : mailVerdicts[tried.value] });
  }
  switch (tried.refusal.reason) {
    case "not_allowed":
      return c.json({ success: false, message: words.mayNotTest }, 403);
    case "fields":
      return c.json({ success: false, message: firstOf(tried.refusal.problems) }, 422);
    case "too_often":
      c.header("retry-after", String(tried.refusal.retryAfterSeconds));
      return c.json({ success: false, message: words.tooManyTests }, 429);
  }
}

function firstOf(problems: Partial<Record<string, keyof typeof mailFieldProblems>>): string {
  const [first] = Object.values(problems);
  return first ? mailFieldProblems[first] : words.testFailed;
}

/** Whose call it is, by token or cookie; or the answer to nobody's. */
async function whoAsks(site: SiteServices, c: Context): Promise<Caller | Response> {
  const caller = await findCallerSession(site, c.req.raw);
  if (!caller.ok && caller.refusal === "not_from_us")
    return c.json({ success: false, error: words.notOurs }, 403);
  const session = caller.ok ? await site.identity.findSession(caller.value) : undefined;
  if (!session) return c.json({ success: false, error: words.signIn, message: words.signIn }, 401);
  return { userId: session.userId, role: session.role, email: session.email };
}
