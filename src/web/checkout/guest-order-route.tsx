import "./checkout.css";
import { data, Outlet, redirect } from "react-router";
import { canonicalEmail } from "#kernel/email-address.ts";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { listOwnCodes } from "#ticketing/delivery/ticket-queries.server.ts";
import { claimIntoNewAccount } from "#ticketing/orders/claim-into-new-account.server.ts";
import { claimOrders } from "#ticketing/orders/claim-orders.server.ts";
import { correctAddress } from "#ticketing/orders/correct-address.server.ts";
import { findGuestAddress } from "#ticketing/orders/guest-order-queries.server.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { signedInCookies } from "#web/request/cookies.server.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { nameTicket } from "#web/request/name-ticket.server.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { flashTo, seeOther } from "#web/request/responses.server.ts";
import { viewerOfOrder } from "#web/request/ticket-viewer.server.ts";
import { passwordProblems } from "#web/sign-in/password-again-texts.ts";
import { LeaveDevice } from "#web/ui/leave-device.tsx";
import { type NamingAnswer, namingUnanswered } from "#web/ui/name-ticket.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/guest-order-route.ts";
import { mayDoByLink } from "./acts-by-link.ts";
import { boughtOrder, heldTickets, type SuccessPageView, untouchedPanels } from "./bought-tickets.server.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";
import type { GuestPanelsView } from "./guest-panels.tsx";
import { LinkOver, linkIsOver, ticketsEnded } from "./link-over.tsx";
import { isOrderShown } from "./order-view.ts";
import { SuccessPage } from "./success-page.tsx";

type Answer = Pick<GuestPanelsView, "typed" | "errors" | "problem" | "asksPassword">;

/** `mayLeave`: the page is the guest's of this browser's session. */
type OrderPageView = { view: SuccessPageView; mayLeave: boolean };

const intents = ["correct", "split", "name", "send-code", "keep"] as const;

export const meta = metaOf(() => guestOrderTexts.pageTitle, noReferrerMeta);

export const headers = () => noReferrerHeaders;

/** Returns the guest of an email's link or of the session who bought this order or received a ticket of it, else 404. */
async function guestOf({ context, params, request }: Route.LoaderArgs | Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const token = tokenOfLink(request);
  const viewer = await viewerOfOrder(site, visitor, params.order, token);
  const isByLink = viewer !== undefined && viewer.onlyOrder !== null;
  const { order: id } = params;
  if (!viewer || (!isByLink && visitor.kind !== "guest") || !isUuid(id))
    throw data(linkIsOver, { status: 404 });
  const order = await site.database.readAs(viewer, (sql) => findOrder(sql, id));
  if (order && !isOrderShown(order)) throw data(null, { status: 404 });
  const query = isByLink ? `?order=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}` : "";
  const linkQuery = isByLink ? `?token=${encodeURIComponent(token)}` : "";
  const path = `/orders/${id}${linkQuery}`;
  const ticketActs = {
    linkQuery,
    files: query,
    ...(isByLink
      ? { sendPath: null, splitPath: null, takesNames: false }
      : { sendPath: `/orders/${id}/send`, splitPath: `/orders/${id}`, takesNames: true }),
  };
  const received = order ? [] : await heldTickets(site, viewer, id, ticketActs);
  if (!order && received.length === 0) {
    const ended = (await listOwnCodes(site, viewer)).filter(({ orderId }) => orderId === id);
    const isCancelled = ended.some((ticket) => ticket.isCancelled);
    throw data(ended.length > 0 ? ticketsEnded(isCancelled) : linkIsOver, { status: 404 });
  }
  const address = await findGuestAddress(site, viewer.userId);
  if (!address) throw data(null, { status: 404 });
  const mayDo = mayDoByLink({ isByLink, isFinal: !address.mayCorrect });
  return { site, viewer, order, received, ticketActs, path, isByLink, address, mayDo };
}

export async function loader(args: Route.LoaderArgs): Promise<OrderPageView> {
  const { site, viewer, order, received, ticketActs, path, isByLink, address, mayDo } = await guestOf(args);
  const isCodeSent = new URL(args.request.url).searchParams.get("code_sent") === "1";
  const guest = {
    email: address.email,
    mayCorrect: address.mayCorrect && mayDo("correct"),
    mayKeep: mayDo("keep"),
    isByLink,
    action: path,
    isCodeSent,
    ...untouchedPanels,
  };
  if (!order) return { view: { kind: "received", tickets: received, guest }, mayLeave: !isByLink };
  const view = await boughtOrder(site, order, { viewer, email: address.email, guest, ...ticketActs });
  return { view, mayLeave: !isByLink };
}

export async function action(args: Route.ActionArgs) {
  const { site, viewer, path, mayDo } = await guestOf(args);
  const form = await args.request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 500);
  const guestId = viewer.userId;
  const codeSentPath = `${path}${path.includes("?") ? "&" : "?"}code_sent=1`;
  const act = intents.find((intent) => intent === text("intent"));
  if (!act) throw redirect(path);
  if (!mayDo(act)) throw data(null, { status: 404 });
  switch (act) {
    case "correct": {
      const typed = { email: text("email") };
      const email = canonicalEmail(typed.email);
      if (email === undefined) return showAgain(422, { typed, errors: { email: requestTexts.emailInvalid } });
      const question = emailQuestion(form);
      if (question.email) return showAgain(422, { typed, errors: question });
      const corrected = await correctAddress(site, { guestId, email });
      if (!corrected.ok) return showAgain(409, { typed, errors: { email: guestOrderTexts.tooLate } });
      return flashTo(site, path, "success", guestOrderTexts.corrected(email, corrected.value.tickets));
    }
    case "send-code": {
      const code = await sendGuestCode(site.identity, { guestId, address: addressOf(args.request) });
      if (code.ok) return seeOther(codeSentPath, { origin: site.origin });
      if (code.refusal === "too_often")
        return showAgain(429, { typed: { code: "" }, problem: guestOrderTexts.codeTooOften });
      if (code.refusal === "too_many") return showAgain(429, { problem: refusalTexts.tooManyGuestCodes });
      return showAgain(409, { problem: guestOrderTexts.lettersOff });
    }
    case "split": {
      const actor = { userId: guestId, role: "user" } as const;
      const splitResult = await splitCode(site, { actor, purchaseId: text("purchase_id") });
      return splitResult.ok
        ? flashTo(site, path, "success", checkoutTexts.splitDone(splitResult.value.codes))
        : flashTo(site, path, "error", checkoutTexts.splitRefused[splitResult.refusal.reason]);
    }
    case "name": {
      return nameTicket(site, { userId: guestId, role: "user" }, form, path);
    }
    case "keep":
      return keep(args, { guestId, typed: { code: text("code") }, password: form.get("password") });
  }
}

type KeepRequest = {
  readonly guestId: Uuid;
  readonly typed: { readonly code: string };
  /** Null when the form did not ask for one, since the person may already have an account. */
  readonly password: FormDataEntryValue | null;
};

/** With a right code, moves the guest's orders into the account of the address, or makes it with a password. */
async function keep({ context, request }: Route.ActionArgs, { guestId, typed, password }: KeepRequest) {
  const site = context.get(siteContext);
  const redirectWithToast = (to: string, text: string, cookies: readonly string[] = []) =>
    seeOther(to, { origin: site.origin, flash: { kind: "success", text }, cookies });
  if (typed.code.trim() === "")
    return showAgain(422, { typed, errors: { code: guestOrderTexts.codeMissing } });
  const codeWrong = showAgain(422, { typed, errors: { code: guestOrderTexts.codeWrong } });
  const attempt = { guestId, ...typed, address: addressOf(request) };
  if (password === null) {
    const claimed = await claimOrders(site.identity, attempt);
    if (claimed.ok) return redirectWithToast("/login?next=%2Fprofile", guestOrderTexts.kept);
    switch (claimed.refusal) {
      case "code_wrong":
        return codeWrong;
      case "no_account":
        return showAgain(200, { typed, asksPassword: true });
      case "nothing_paid":
        return showAgain(409, { problem: guestOrderTexts.nothingPaid });
    }
  }
  const showPasswordProblem = (status: number, sentence: string) =>
    showAgain(status, { typed, asksPassword: true, errors: { password: sentence } });
  if (typeof password !== "string" || password === "")
    return showPasswordProblem(422, passwordProblems.password_required);
  const userAgent = request.headers.get("user-agent") ?? "";
  const claimedAccount = await claimIntoNewAccount(site.identity, { ...attempt, password, userAgent });
  if (claimedAccount.ok) {
    const { opened } = claimedAccount.value;
    if (!opened) return redirectWithToast("/login?next=%2Fprofile", guestOrderTexts.kept);
    return redirectWithToast(
      "/profile",
      guestOrderTexts.madeAccount,
      await signedInCookies(site, request, opened),
    );
  }
  if (claimedAccount.refusal === "code_wrong") return codeWrong;
  if (claimedAccount.refusal === "busy")
    return showAgain(503, { typed, asksPassword: true, problem: requestTexts.busy });
  return showPasswordProblem(422, passwordProblems[claimedAccount.refusal]);
}

function showAgain(status: number, answer: Partial<Answer>) {
  return data<Answer>({ ...untouchedPanels, ...answer }, { status });
}

/** When no answer comes, the typed values stay. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return unlessUnanswered(serverAction, (tooMany): Answer | NamingAnswer => {
    if (form.get("intent") === "name")
      return namingUnanswered(form, tooMany ?? checkoutTexts.namingUnanswered);
    return {
      typed: { email: String(form.get("email") ?? ""), code: String(form.get("code") ?? "") },
      errors: {},
      asksPassword: form.has("password"),
      problem: tooMany ?? requestTexts.ourFault,
    };
  });
}

export default function GuestOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SuccessPage
        view={actionData && "typed" in actionData ? withAnswer(loaderData.view, actionData) : loaderData.view}
      />
      {loaderData.mayLeave ? (
        <div className="wrap">
          <LeaveDevice />
        </div>
      ) : null}
      <Outlet />
    </>
  );
}

/** Returns the page with the typed values and their errors. */
function withAnswer(view: SuccessPageView, answer: Answer): SuccessPageView {
  if (!("guest" in view) || view.guest === null) return view;
  const isCodeSent = view.guest.isCodeSent || answer.typed.code !== undefined;
  return { ...view, guest: { ...view.guest, ...answer, isCodeSent } };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LinkOver error={error} />;
}
