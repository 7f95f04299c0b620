import "./account.css";
import { toast } from "react-hot-toast/headless";
import { data, Outlet, type RouterContextProvider, redirect } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { listOpenChoices } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { findSubscription } from "#ticketing/orders/order-queries.server.ts";
import { findOwnOrder, listOwnOrders } from "#ticketing/orders/own-order-queries.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { listSentSeats, listWaitingTransfers } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { editProfile } from "#ticketing/people/edit-profile.server.ts";
import { findPerson } from "#ticketing/people/person-queries.server.ts";
import { type ProfileProblem, readProfileForm } from "#ticketing/people/profile-form.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { forgiven } from "#web/request/forgiven-read.server.ts";
import { nameTicket } from "#web/request/name-ticket.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { namingUnanswered } from "#web/ui/name-ticket.tsx";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/profile-route.ts";
import { accountTexts } from "./account-texts.ts";
import { nightViews } from "./my-night-views.ts";
import { type MyOrderView, orderPageView, orderRowView } from "./my-order-view.ts";
import { sentSeatView } from "./my-ticket-view.ts";
import { personProblems } from "./person-texts.ts";
import { ProfilePage, type ProfilePageView } from "./profile-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.yourProfile) },
];

function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs): Person {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  return visitor;
}

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const query = new URL(args.request.url).searchParams;
  const { database } = site;
  const owner = asOwner(person);
  const [profile, subscription] = await Promise.all([
    database.readAs(owner, (sql) => findPerson(sql, person.userId)),
    forgiven(args.context, database.readAs(owner, findSubscription), null),
  ]);
  const shown = { fullName: profile?.fullName ?? "", email: person.email, phone: profile?.phone ?? "" };
  const view: ProfilePageView = {
    profile: shown,
    editing:
      query.get("edit") === "1"
        ? { values: { full_name: shown.fullName, phone: shown.phone }, errors: {}, failure: null }
        : null,
    subscription: subscription && {
      status: subscription.status,
      periodEnd: dayOf(new Date(subscription.currentPeriodEnd * 1000)),
      card:
        subscription.brand && subscription.last4
          ? { brand: subscription.brand, last4: subscription.last4 }
          : null,
    },
    section: await sectionOf(args.context, { site, person, query }),
  };
  return { view };
}

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const form = await args.request.formData();
  if (form.get("intent") === "resend")
    return resend(site, person, { purchaseId: form.get("purchase_id"), path: backPath(args.request) });
  if (form.get("intent") === "split") return split(site, person, form.get("purchase_id"));
  if (form.get("intent") === "name") return nameTicket(site, asOwner(person), form, backPath(args.request));
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 500) : "";
  };
  const values = { full_name: text("full_name"), phone: text("phone") };
  // other fields than the form's own, such as a role or another person's id, are refused
  if ([...form.keys()].some((name) => !formFields.has(name)))
    return data({ values, errors: {}, failure: null }, { status: 400 });
  const stored = await site.database.readAs(asOwner(person), (sql) => findPerson(sql, person.userId));
  const read = readProfileForm(values, { fullName: stored?.fullName ?? "", phone: stored?.phone ?? null });
  if (!read.ok) return data({ values, errors: sentences(read.refusal), failure: null }, { status: 422 });
  try {
    await editProfile(site, person, read.value);
  } catch (error) {
    site.log.error({ error: String(error) }, "a profile could not be changed");
    return data({ values, errors: {}, failure: accountTexts.profileFailed }, { status: 503 });
  }
  return seeOther("/profile", {
    origin: site.origin,
    flash: { kind: "success", text: accountTexts.profileSaved },
  });
}

const formFields = new Set(["intent", "full_name", "phone"]);

/** The address of the order that contains the form, else of the tickets. */
function backPath(request: Request): string {
  const order = new URL(request.url).searchParams.get("order");
  return order === null ? "/profile" : `/profile?order=${encodeURIComponent(order)}`;
}

type Resend = { purchaseId: FormDataEntryValue | null; path: string };

async function resend(site: SiteServices, person: Person, { purchaseId, path }: Resend) {
  const back = (kind: "success" | "error", text: string) =>
    seeOther(path, { origin: site.origin, flash: { kind, text } });
  if (typeof purchaseId !== "string") return back("error", accountTexts.resendMissing);
  const resent = await resendTickets(site, { actor: person, purchaseId });
  if (resent.ok)
    return back(
      "success",
      resent.value.family === "early_bird" ? accountTexts.resentEarlyBird : accountTexts.resent,
    );
  return back(
    "error",
    resent.refusal.reason === "too_often" ? accountTexts.resendTooOften : accountTexts.resendFailed,
  );
}

/** Splits one code for several people into one code for each. */
async function split(site: SiteServices, person: Person, purchaseId: FormDataEntryValue | null) {
  const back = (kind: "success" | "error", text: string) =>
    seeOther("/profile", { origin: site.origin, flash: { kind, text } });
  const made = await splitCode(site, {
    actor: asOwner(person),
    purchaseId: typeof purchaseId === "string" ? purchaseId : "",
  });
  return made.ok
    ? back("success", accountTexts.splitDone(made.value.codes))
    : back("error", accountTexts.splitRefused[made.refusal.reason]);
}

const problemTexts = (): Record<ProfileProblem, string> => ({
  full_name_required: accountTexts.profileFieldRequired,
  full_name_too_long: personProblems.full_name_too_long,
  full_name_refused: personProblems.full_name_refused,
  phone_invalid: requestTexts.phoneInvalid,
});

function sentences(
  problems: Partial<Record<"full_name" | "phone", ProfileProblem>>,
): Partial<Record<"full_name" | "phone", string>> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, problemTexts()[problem]]),
  );
}

/** When no answer comes, the typed name and phone number stay, and the page does not claim that an email was sent. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return unlessUnanswered(serverAction, (tooMany) => {
    const intent = form.get("intent");
    if (intent === "name") return namingUnanswered(form, tooMany ?? accountTexts.namingUnanswered);
    if (intent === "resend" || intent === "split") {
      toast.error(tooMany ?? (intent === "split" ? accountTexts.splitUnanswered : accountTexts.resendFailed));
      return null;
    }
    const values = { full_name: String(form.get("full_name")), phone: String(form.get("phone")) };
    return { values, errors: {}, failure: tooMany ?? accountTexts.profileFailed };
  });
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ProfilePage
        view={
          actionData && "values" in actionData ? { ...loaderData.view, editing: actionData } : loaderData.view
        }
      />
      <Outlet />
    </>
  );
}

type Person = Visitor & { kind: "person" };
type Section = ProfilePageView["section"];
type Asked = { site: SiteServices; person: Person; query: URLSearchParams };

const ordersShown = 100;
const latestShown = 3;

/** Returns the section that the address asks for: an order, all orders, or the tickets. */
async function sectionOf(
  context: Readonly<RouterContextProvider>,
  { site, person, query }: Asked,
): Promise<Section> {
  const order = query.get("order");
  if (order !== null) return orderSection(site, person, order);
  if (query.get("section") === "orders")
    return { kind: "orders", orders: await forgiven(context, ordersOf(site, person, ordersShown), []) };
  const [section, latest] = await Promise.all([
    forgiven<Section>(context, ticketsSection(site, person), { kind: "failed" }),
    forgiven(context, ordersOf(site, person, latestShown), []),
  ]);
  return section.kind === "tickets" ? { ...section, latest } : section;
}

async function orderSection(site: SiteServices, person: Person, id: string): Promise<Section> {
  const order = await findOwnOrder(site, asOwner(person), id);
  if (!order) throw data(null, { status: 404 });
  return { kind: "order", order: orderPageView(order, await listOpenChoices(site, order.id)) };
}

async function ordersOf(site: SiteServices, person: Person, most: number): Promise<MyOrderView[]> {
  const orders = await site.database.readAs(asOwner(person), (sql) => listOwnOrders(sql, most));
  return orders.map(orderRowView);
}

async function ticketsSection(site: SiteServices, person: Person): Promise<Section> {
  const [tickets, waiting, sent] = await Promise.all([
    listOwnTickets(site, person),
    site.database.readAs(asOwner(person), listWaitingTransfers),
    listSentSeats(site, person.userId),
  ]);
  const nights = nightViews(tickets, waiting, site.now());
  const openId = nights.find((night) => !night.isPast)?.id ?? null;
  const hasNothing = nights.length === 0 && sent.length === 0;
  const mayBeGuests = hasNothing && (await mayGuestsBuy(site.database.anonymous));
  return { kind: "tickets", nights, sent: sent.map(sentSeatView), openId, mayBeGuests, latest: [] };
}
