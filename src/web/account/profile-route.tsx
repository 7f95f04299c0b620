import { toast } from "react-hot-toast/headless";
import { data, Form, Link, Outlet, type RouterContextProvider } from "react-router";
import { dayOf, formatShortDate } from "#kernel/time.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import {
  listChoicesOfBuyer,
  listOpenChoices,
} from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { findSubscription } from "#ticketing/orders/order-queries.server.ts";
import { findOwnOrder, listOwnOrders } from "#ticketing/orders/own-order-queries.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { listSentSeats, listWaitingTransfers } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { editProfile } from "#ticketing/people/edit-profile.server.ts";
import { findPerson } from "#ticketing/people/person-queries.server.ts";
import { type ProfileProblem, readProfileForm } from "#ticketing/people/profile-form.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { nameTicket } from "#web/request/name-ticket.server.ts";
import { choiceView } from "#web/request/open-choice-view.ts";
import { OpenChoices } from "#web/request/open-choices.tsx";
import { readOrElse } from "#web/request/read-or-else.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { flashTo } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { namingUnanswered } from "#web/ui/name-ticket.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { SavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/profile-route.ts";
import { PersonFields } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { enteredText, personOf } from "./form-answer.server.ts";
import type { MyNightView } from "./my-night-views.ts";
import { nightViews } from "./my-night-views.ts";
import { type MyOrderPageView, type MyOrderView, orderPageView, orderRowView } from "./my-order-view.ts";
import { LatestOrders, MyOrder, MyOrders } from "./my-orders.tsx";
import { type SentSeatRow, sentSeatView } from "./my-ticket-view.ts";
import { MyTickets } from "./my-tickets.tsx";
import { personProblems } from "./person-texts.ts";
import { ProfileCard, ProfileTabs } from "./profile-tabs.tsx";
import "./account.css";

export const meta = metaOf(() => accountTexts.yourProfile);

/** The entered text and its errors. */
type Editing = {
  values: { full_name: string; phone: string };
  errors: Partial<Record<"full_name" | "phone", string>>;
  /** Shown when valid text could not be saved. */
  failure: string | null;
};

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const query = new URL(args.request.url).searchParams;
  const { database } = site;
  const owner = asOwner(person);
  const [profile, subscription] = await Promise.all([
    database.readAs(owner, (sql) => findPerson(sql, person.userId)),
    readOrElse(args.context, database.readAs(owner, findSubscription), null),
  ]);
  const shownProfile = {
    fullName: profile?.fullName ?? "",
    email: person.email,
    phone: profile?.phone ?? "",
  };
  const values = { full_name: shownProfile.fullName, phone: shownProfile.phone };
  const editing: Editing | null = query.get("edit") === "1" ? { values, errors: {}, failure: null } : null;
  const view = {
    profile: shownProfile,
    /** Null while the data is only shown. */
    editing,
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
  const values = { full_name: enteredText(form, "full_name"), phone: enteredText(form, "phone") };
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
  return flashTo(site, "/profile", "success", accountTexts.profileSaved);
}

const formFields = new Set(["intent", "full_name", "phone"]);

/** The address of the order that contains the form, else of the tickets. */
function backPath(request: Request): string {
  const order = new URL(request.url).searchParams.get("order");
  return order === null ? "/profile" : `/profile?order=${encodeURIComponent(order)}`;
}

type Resend = { purchaseId: FormDataEntryValue | null; path: string };

async function resend(site: SiteServices, person: Person, { purchaseId, path }: Resend) {
  if (typeof purchaseId !== "string") return flashTo(site, path, "error", accountTexts.resendMissing);
  const resent = await resendTickets(site, { actor: person, purchaseId });
  if (!resent.ok) {
    const isTooOften = resent.refusal.reason === "too_often";
    return flashTo(site, path, "error", isTooOften ? accountTexts.resendTooOften : accountTexts.resendFailed);
  }
  const isEarlyBird = resent.value.family === "early_bird";
  return flashTo(site, path, "success", isEarlyBird ? accountTexts.resentEarlyBird : accountTexts.resent);
}

/** Splits one code for several people into one code for each. */
async function split(site: SiteServices, person: Person, purchaseId: FormDataEntryValue | null) {
  const splitResult = await splitCode(site, {
    actor: asOwner(person),
    purchaseId: typeof purchaseId === "string" ? purchaseId : "",
  });
  return splitResult.ok
    ? flashTo(site, "/profile", "success", accountTexts.splitDone(splitResult.value.codes))
    : flashTo(site, "/profile", "error", accountTexts.splitRefused[splitResult.refusal.reason]);
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

type Person = ReturnType<typeof personOf>;
type Section =
  | {
      kind: "tickets";
      nights: MyNightView[];
      /** The tickets that friends have accepted. */
      sent: SentSeatRow[];
      openId: string | null;
      mayBeGuests: boolean;
      choices: MyOrderPageView["choices"];
      latest: MyOrderView[];
    }
  | { kind: "orders"; orders: MyOrderView[]; choices: MyOrderPageView["choices"] }
  | { kind: "order"; order: MyOrderPageView }
  | { kind: "failed" };

export type ProfilePageView = Omit<Route.ComponentProps["loaderData"]["view"], "section"> & {
  section: Section;
};
type SectionRequest = { site: SiteServices; person: Person; query: URLSearchParams };

const ordersShown = 100;
const latestShown = 3;

/** Returns the section that the address asks for: an order, all orders, or the tickets. */
async function sectionOf(
  context: Readonly<RouterContextProvider>,
  { site, person, query }: SectionRequest,
): Promise<Section> {
  const order = query.get("order");
  if (order !== null) return orderSection(site, person, order);
  if (query.get("section") === "orders")
    return {
      kind: "orders",
      orders: await readOrElse(context, ordersOf(site, person, ordersShown), []),
      choices: await readOrElse(context, choicesOf(site, person), []),
    };
  const [section, latest] = await Promise.all([
    readOrElse<Section>(context, ticketsSection(site, person), { kind: "failed" }),
    readOrElse(context, ordersOf(site, person, latestShown), []),
  ]);
  return section.kind === "tickets" ? { ...section, latest } : section;
}

async function orderSection(site: SiteServices, person: Person, id: string): Promise<Section> {
  const order = await findOwnOrder(site, asOwner(person), id);
  if (!order) throw data(null, { status: 404 });
  return { kind: "order", order: orderPageView(order, await listOpenChoices(site, order.id)) };
}

async function choicesOf(site: SiteServices, person: Person) {
  return (await listChoicesOfBuyer(site, person.userId)).map((choice) => choiceView(choice));
}

async function ordersOf(site: SiteServices, person: Person, most: number): Promise<MyOrderView[]> {
  const orders = await listOwnOrders(site, asOwner(person), most);
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
  const choices = tickets.some(({ moved }) => moved) ? await choicesOf(site, person) : [];
  return { kind: "tickets", nights, sent: sent.map(sentSeatView), openId, mayBeGuests, choices, latest: [] };
}

export function ProfilePage({ view }: { view: ProfilePageView }) {
  return (
    <div className="wrap below-head">
      <div className={view.editing ? "profile profile--edit" : "profile"}>
        <aside aria-label={accountTexts.yourProfile}>
          {view.editing ? (
            <EditProfile email={view.profile.email} editing={view.editing} />
          ) : (
            <ProfileCard profile={view.profile} />
          )}
          {view.subscription ? <Subscription subscription={view.subscription} /> : null}
          <div className="actions profile__links">
            <Link className="text-link" to="/events">
              {accountTexts.seeEvents} <Icon name="arrowRight" />
            </Link>
            <Link className="text-link" to="/tickets">
              {accountTexts.ticketOptions} <Icon name="arrowRight" />
            </Link>
          </div>
        </aside>
        <div>
          <ProfileTabs shown={isOfOrders(view.section) ? "orders" : "tickets"} />
          <ShownSection section={view.section} />
        </div>
      </div>
    </div>
  );
}

function isOfOrders({ kind }: ProfilePageView["section"]): boolean {
  return kind === "orders" || kind === "order";
}

function ShownSection({ section }: { section: ProfilePageView["section"] }) {
  // on the evening of a night nothing pushes its codes down
  const isTonight = section.kind === "tickets" && section.nights.some(({ isToday }) => isToday);
  switch (section.kind) {
    case "tickets":
      return (
        <>
          {isTonight ? null : <OpenChoices choices={section.choices} />}
          {section.nights.some(({ isPast }) => !isPast) && !isTonight ? (
            <SavedTickets page="/profile" />
          ) : null}
          <MyTickets {...section} />
          {isTonight ? <OpenChoices choices={section.choices} /> : null}
          <LatestOrders orders={section.latest} />
        </>
      );
    case "orders":
      return (
        <>
          <OpenChoices choices={section.choices} />
          <MyOrders orders={section.orders} />
        </>
      );
    case "order":
      return <MyOrder order={section.order} />;
    case "failed":
      return (
        <>
          <Notice kind="bad">{accountTexts.ticketsFailed}</Notice>
          <ButtonLink look="line" href="">
            <Icon name="refresh" /> {accountTexts.tryAgain}
          </ButtonLink>
        </>
      );
  }
}

type EditProfileProps = { email: string; editing: Editing };

function EditProfile({ email, editing }: EditProfileProps) {
  const form = useFocusFirstError(editing.errors);
  return (
    <Form
      className="profile-card"
      method="post"
      action="/profile?edit=1"
      noValidate
      ref={form}
      aria-labelledby="profile-name"
      preventScrollReset
    >
      <h1 className="profile-card__name display" id="profile-name">
        {accountTexts.editTitle}
      </h1>
      {editing.failure ? <Notice kind="bad">{editing.failure}</Notice> : null}
      <PersonFields {...editing} name={{ required: false }} phone={{ required: false }} />
      <TextInput
        label={accountTexts.email}
        type="email"
        value={email}
        readOnly
        hint={accountTexts.emailFixed}
      />
      <div className="actions">
        <Button look="sun" size="small" type="submit" name="intent" value="save">
          {accountTexts.save}
        </Button>
        <Link className={buttonClass({ look: "quiet", size: "small" })} to="/profile" preventScrollReset>
          {accountTexts.cancel}
        </Link>
      </div>
    </Form>
  );
}

function Subscription({ subscription }: { subscription: NonNullable<ProfilePageView["subscription"]> }) {
  const active = subscription.status === "active";
  return (
    <section className="subscription" aria-labelledby="subscription">
      <h2 className="display size-3" id="subscription">
        {accountTexts.subscription}
      </h2>
      <p>
        <StatusText kind={active ? "good" : "look"}>
          {active ? accountTexts.subscriptionActive : subscription.status}
        </StatusText>
      </p>
      <p>{accountTexts.subscriptionUntil(formatShortDate(subscription.periodEnd))}</p>
      {subscription.card ? (
        <p>{accountTexts.subscriptionCard(subscription.card.brand, subscription.card.last4)}</p>
      ) : null}
    </section>
  );
}
