import { data } from "react-router";
import type { Confirmed, LinkPress } from "#platform/identity/confirm-account.server.ts";
import { readConfirmation } from "#ticketing/people/person-form.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { endedRegistration, readRegistration } from "#web/request/registration-cookie.server.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { safeReturn } from "#web/request/return-address.ts";
import { signedInCookies } from "#web/request/signed-in-cookies.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";
import { accountTexts } from "./account-texts.ts";
import type { ConfirmPageView } from "./confirm-page.tsx";
import { typedText } from "./form-answer.server.ts";
import { personProblems, sentencesOf } from "./person-problems.ts";

/** Who is at the link of a letter, as the door to accounts asks. */
export function visitOf(site: SiteServices, request: Request, visitor: Visitor, token: string): LinkPress {
  return {
    token,
    browser: readRegistration(request.headers.get("cookie"), site.origin),
    signedIn: visitor.kind === "person" ? visitor : null,
    userAgent: request.headers.get("user-agent") ?? "",
    address: addressOf(request),
  };
}

/** What the page behind a link asks for, in this browser. */
export async function viewOfLink(site: SiteServices, visit: LinkPress): Promise<ConfirmPageView> {
  const link = await site.identity.lookAtLink(visit);
  if (!link) return { kind: "over" };
  const { token } = visit;
  return link.asks === "press"
    ? { kind: "ask", token, email: link.email }
    : { kind: "password", token, email: link.email, error: undefined };
}

/** What the forms of /confirm are answered: signed in and on, or the page again with what is wrong. */
export async function confirm(site: SiteServices, request: Request, visitor: Visitor) {
  const form = await request.formData();
  const visit = visitOf(site, request, visitor, typedText(form, "token"));
  switch (form.get("intent")) {
    case "password":
      return withPassword(site, request, visit, form);
    case "new":
      return withNew(site, request, visit, form);
    case "ask-new":
      return again(200, await newView(site, visit, {}));
    case "ask-password":
      return again(200, await passwordView(site, visit));
  }
  const confirmed = await site.identity.confirmAddress(visit);
  if (confirmed.ok) return onward(site, request, confirmed.value);
  if (confirmed.refusal === "token_invalid") return again(400, { kind: "over" });
  return again(200, await passwordView(site, visit));
}

async function withPassword(site: SiteServices, request: Request, visit: LinkPress, form: FormData) {
  const typed = form.get("password");
  const password = typeof typed === "string" ? typed : "";
  const wrong = async (status: number, error: string) =>
    again(status, await passwordView(site, visit, error));
  if (password === "") return wrong(422, personProblems.password_required);
  const confirmed = await site.identity.confirmWithPassword({ ...visit, password });
  if (confirmed.ok) return onward(site, request, confirmed.value);
  switch (confirmed.refusal) {
    case "token_invalid":
      return again(400, { kind: "over" });
    case "invalid":
      return wrong(401, accountTexts.confirmWrongPassword);
    case "busy":
      return wrong(503, accountTexts.siteBusy);
  }
}

async function withNew(site: SiteServices, request: Request, visit: LinkPress, form: FormData) {
  const values = { full_name: typedText(form, "full_name"), phone: typedText(form, "phone") };
  const wrong = async (status: number, more: Partial<NewView>) =>
    again(status, await newView(site, visit, { values, ...more }));
  const read = readConfirmation(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? wrong(422, { errors: sentencesOf(read.refusal.problems) })
      : wrong(400, { problem: accountTexts.notUnderstood });
  const { fullName, phone, password } = read.value;
  const confirmed = await site.identity.confirmWithNew({ ...visit, fullName, phone, password });
  if (confirmed.ok) return onward(site, request, confirmed.value);
  switch (confirmed.refusal) {
    case "token_invalid":
      return again(400, { kind: "over" });
    case "busy":
      return wrong(503, { problem: accountTexts.siteBusy });
    default:
      return wrong(422, { errors: { password: personProblems[confirmed.refusal] } });
  }
}

function again(status: number, view: ConfirmPageView) {
  return data(view, { status });
}

/** Signed in and on to where a login leads; who was signed in already, and a new address, get a page that says so. */
async function onward(site: SiteServices, request: Request, { opened }: Confirmed) {
  if (opened === null) return again(200, { kind: "confirmed" });
  return seeOther(safeReturn(null), {
    origin: site.origin,
    flash: { kind: "success", text: accountTexts.confirmedHere },
    cookies: [...(await signedInCookies(site, request, opened)), endedRegistration(site.origin)],
  });
}

async function passwordView(site: SiteServices, visit: LinkPress, error?: string): Promise<ConfirmPageView> {
  const link = await site.identity.lookAtLink(visit);
  return link ? { kind: "password", token: visit.token, email: link.email, error } : { kind: "over" };
}

type NewView = Extract<ConfirmPageView, { kind: "new" }>;

async function newView(
  site: SiteServices,
  visit: LinkPress,
  more: Partial<NewView>,
): Promise<ConfirmPageView> {
  const link = await site.identity.lookAtLink(visit);
  if (!link) return { kind: "over" };
  const { token } = visit;
  const blank = { values: { full_name: "", phone: "" }, errors: {}, problem: null };
  return { kind: "new", token, email: link.email, ...blank, ...more };
}
