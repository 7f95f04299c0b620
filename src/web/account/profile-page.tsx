import { Form, Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { accountTexts } from "./account-texts.ts";
import type { MyOrderPageView, MyOrderView } from "./my-order-view.ts";
import { LatestOrders, MyOrder, MyOrders } from "./my-orders.tsx";
import type { MyNightView, SentSeatRow } from "./my-ticket-view.ts";
import { MyTickets } from "./my-tickets.tsx";
import { ProfileTabs } from "./profile-tabs.tsx";

export type ProfilePageView = {
  profile: { fullName: string; email: string; phone: string };
  /** The typed text and its errors while editing (/profile?edit=1); null while the data is only shown. */
  editing: {
    values: { full_name: string; phone: string };
    errors: Partial<Record<"full_name" | "phone", string>>;
    /** Shown when valid text could not be saved. */
    failure: string | null;
  } | null;
  subscription: SubscriptionView | null;
  section:
    | {
        kind: "tickets";
        nights: MyNightView[];
        /** The tickets that friends have accepted. */
        sent: SentSeatRow[];
        openId: string | null;
        mayBeGuests: boolean;
        latest: MyOrderView[];
      }
    | { kind: "orders"; orders: MyOrderView[] }
    | { kind: "order"; order: MyOrderPageView }
    /** The tickets could not be read. */
    | { kind: "failed" };
};

export type SubscriptionView = {
  /** "active", or the provider's own word. */
  status: string;
  /** 'YYYY-MM-DD' */
  periodEnd: string;
  card: { brand: string; last4: string } | null;
};

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
          <Section section={view.section} />
        </div>
      </div>
    </div>
  );
}

function isOfOrders({ kind }: ProfilePageView["section"]): boolean {
  return kind === "orders" || kind === "order";
}

function Section({ section }: { section: ProfilePageView["section"] }) {
  switch (section.kind) {
    case "tickets":
      return (
        <>
          {section.nights.some(({ isPast }) => !isPast) && !section.nights.some(({ isToday }) => isToday) ? (
            <SavedTickets page="/profile" />
          ) : null}
          <MyTickets {...section} />
          <LatestOrders orders={section.latest} />
        </>
      );
    case "orders":
      return <MyOrders orders={section.orders} />;
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

export function ProfileCard({ profile }: { profile: ProfilePageView["profile"] }) {
  return (
    <section className="profile-card" aria-labelledby="profile-name">
      <h1 className="profile-card__name display" id="profile-name">
        {profile.fullName}
      </h1>
      <dl>
        <div>
          <dt>{accountTexts.email}</dt>
          <dd>{profile.email}</dd>
        </div>
        <div>
          <dt>{accountTexts.phone}</dt>
          <dd className="figures">{profile.phone}</dd>
        </div>
      </dl>
      <div className="actions">
        <Link
          className={buttonClass({ look: "line", size: "small" })}
          to="/profile?edit=1"
          preventScrollReset
        >
          {accountTexts.edit}
        </Link>
        <Form method="post" action="/logout">
          <Button look="quiet" size="small" type="submit">
            {accountTexts.logout}
          </Button>
        </Form>
      </div>
    </section>
  );
}

type EditProfileProps = { email: string; editing: NonNullable<ProfilePageView["editing"]> };

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
      <TextInput
        label={accountTexts.fullName}
        name="full_name"
        autoComplete="name"
        defaultValue={editing.values.full_name}
        error={editing.errors.full_name}
      />
      <TextInput
        label={accountTexts.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={editing.values.phone}
        error={editing.errors.phone}
      />
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

function Subscription({ subscription }: { subscription: SubscriptionView }) {
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
