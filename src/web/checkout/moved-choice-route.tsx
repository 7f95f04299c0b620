import { data, Form, Link, redirect, useNavigation } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { asSentence } from "#kernel/romanian.ts";
import { formatLongDate } from "#kernel/time.ts";
import { isAnyOffered } from "#ticketing/delivery/ticket-offers.ts";
import { listTicketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { dayAndHour } from "#ticketing/delivery/ticket-wording.ts";
import { findGuestAddress } from "#ticketing/orders/guest-order-queries.server.ts";
import { chooseAfterMove } from "#ticketing/orders/moved-nights/choose-after-move.server.ts";
import { newTimeTexts } from "#ticketing/orders/moved-nights/moved-night-texts.ts";
import { findMovedNight } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo, loginPath } from "#web/request/responses.server.ts";
import { dayInWords, movedNightTexts } from "#web/request/sale-texts.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import { viewerOfOrder } from "#web/request/ticket-viewer.server.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { Picture } from "#web/ui/picture.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import type { Route } from "./+types/moved-choice-route.ts";
import { mayDoByLink } from "./acts-by-link.ts";
import { LinkOver, linkIsOver } from "./link-over.tsx";
import { movedChoiceTexts as texts } from "./moved-choice-texts.ts";
import "./checkout.css";

export const meta = metaOf(() => texts.pageTitle, noReferrerMeta);

export const headers = () => noReferrerHeaders;

/** Returns the order and its buyer: a person with an account, or a guest by session or by an email's link. */
async function buyerOf({ context, params, request }: Route.LoaderArgs | Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const { order: id, move } = params;
  if (!isUuid(id) || !isUuid(move)) throw data(null, { status: 404 });
  const token = tokenOfLink(request);
  const buyer = await viewerOfOrder(site, visitor, id, token);
  if (!buyer && token !== "") throw data(linkIsOver, { status: 404 });
  if (!buyer) throw redirect(loginPath(request));
  const order = await site.database.readAs(buyer, (sql) => findOrder(sql, id));
  if (!order) throw data(null, { status: 404 });
  const isByLink = buyer.onlyOrder !== null;
  const query = isByLink ? `?token=${encodeURIComponent(token)}` : "";
  const orderPath =
    !isByLink && visitor.kind === "person"
      ? `/profile?order=${encodeURIComponent(id)}`
      : `/orders/${id}${query}`;
  const guest = isByLink ? await findGuestAddress(site, buyer.userId) : undefined;
  const mayDo = mayDoByLink({ isByLink, isFinal: guest?.mayCorrect === false });
  const path = `/orders/${id}/moved/${move}${query}`;
  return { site, buyer, order, id, move, isByLink, mayDo, orderPath, path };
}

export async function loader(args: Route.LoaderArgs) {
  const { site, buyer, order, id, move, isByLink, mayDo, orderPath } = await buyerOf(args);
  const moved = await findMovedNight(site, id, move);
  if (!moved) throw data(null, { status: 404 });
  const { night, choiceUntil, whyNot, own, sent, isShare } = moved;
  const { fromDate: date, fromTime: time, fromLocation: location, ...newNight } = night;
  const picture = order.events.find((event) => event.id === night.id)?.picture ?? null;
  // an email's link sends nothing on
  const maySend = !isByLink && isAnyOffered(await listTicketsOfOrder(site, buyer, id), site.now());
  return {
    view: {
      night: { ...newNight, was: { date, time, location } },
      picture: shownPicture(picture),
      widePicture: widerPicture(picture),
      until: dayAndHour(choiceUntil),
      whyNot: whyNot && texts.whyNot[whyNot],
      // tickets and bani: the buyer's own, and what friends have
      own,
      sent,
      isShare,
      maySend,
      mayGive: { own: mayDo("give-back"), sent: mayDo("give-back-sent") },
      orderPath,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { site, buyer, id, move, mayDo, orderPath, path } = await buyerOf(args);
  const form = await args.request.formData();
  const intent = form.get("intent");
  const withSent = form.get("sent") === "1";
  if (intent === "keep") {
    const moved = await findMovedNight(site, id, move);
    if (moved?.whyNot !== null) throw redirect(path);
    return flashTo(
      site,
      orderPath,
      "success",
      moved.own.tickets > 0
        ? texts.kept(moved.own.tickets, dayAndHour(moved.choiceUntil))
        : texts.sentKept(moved.sent.tickets, dayAndHour(moved.choiceUntil)),
    );
  }
  if (intent !== "ask" && intent !== "give-back") throw redirect(path);
  if (!mayDo(withSent ? "give-back-sent" : "give-back")) throw data(null, { status: 404 });
  if (intent === "ask") return { withSent };
  const chosen = await chooseAfterMove(site, { actor: buyer, orderId: id, moveId: move, withSent });
  if (chosen.ok) return flashTo(site, orderPath, "success", texts.done(formatLei(chosen.value.amount)));
  return flashTo(site, path, "error", texts.whyNot[chosen.refusal.reason]);
}

export default function MovedChoice({ loaderData, actionData }: Route.ComponentProps) {
  return <MovedChoicePage view={loaderData.view} asked={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LinkOver error={error} />;
}

type Hour = { date: string; time: string | null; location: string };
export type MovedChoiceView = Route.ComponentProps["loaderData"]["view"];

/** Whether tickets that friends have are given back too. */
type GiveBack = { withSent: boolean };

type MovedChoicePageProps = {
  view: MovedChoiceView;
  /** The buyer's choice to give back, before they confirm it. */
  asked?: GiveBack | undefined;
};

/** For a moved night: keep the tickets, or give them back after a second question. */
export function MovedChoicePage({ view, asked }: MovedChoicePageProps) {
  const { night, picture, widePicture } = view;
  const { was } = night;
  return (
    <section className="line line--photo moved-choice" aria-labelledby="moved">
      <div className="line__art opening-art">
        <Picture picture={picture} wide={widePicture} seed={night.id} alt="" sizes="100vw" priority="high" />
      </div>
      <div className="wrap moved-choice__page">
        <h1 className="display" id="moved">
          {unbroken(movedNightTexts.title(night, was))}
        </h1>
        <p className="moved-choice__dates display">
          <span>{night.title}</span> <del>{hourOf(was, dayInWords(was.date))}</del>{" "}
          <ins>{hourOf(night, formatLongDate(night.date))}</ins>
        </p>
        <p className="lead-text">
          {asSentence(night.reason)}{" "}
          {was.location === night.location ? null : movedNightTexts.was(night, was)}{" "}
          {view.whyNot === null ? (
            <>
              {texts.youHave(view.own.tickets, view.sent.tickets)} <b>{view.until}</b>.
            </>
          ) : null}
        </p>
        {view.whyNot === null ? <Choice view={view} /> : <NoChoice view={view} why={view.whyNot} />}
      </div>
      {view.whyNot === null && asked ? <ConfirmGiveBack view={view} asked={asked} /> : null}
    </section>
  );
}

const hourOf = ({ time }: Hour, day: string) => (time ? texts.dayAndHour(day, time) : day);

function NoChoice({ view, why }: { view: MovedChoiceView; why: string }) {
  return (
    <>
      <Notice kind="info">{why}</Notice>
      <p className="actions">
        <Link className={buttonClass({ look: "sand" })} to={view.orderPath}>
          {texts.seeOrder}
        </Link>
      </p>
    </>
  );
}

function Choice({ view }: { view: MovedChoiceView }) {
  const { night, own, sent, until, isShare, maySend, mayGive } = view;
  const whyNotHere =
    mayGive.sent || (mayGive.own && own.amount > 0) ? null : mayGive.own ? texts.notSentHere : texts.notHere;
  const tickets = own.tickets + sent.tickets;
  const isSentOn = own.tickets === 0;
  const newTime = newTimeTexts.newTime(night.date === night.was.date);
  return (
    <>
      <div className="moved-choice__ways">
        <section aria-labelledby="keep">
          <h2 className="display" id="keep">
            {isSentOn ? texts.sentStayTitle(tickets) : texts.keepTitle(newTime)}
          </h2>
          <Points
            points={[
              isSentOn ? texts.sentStay(tickets) : texts.keepCodes,
              ...(maySend && !isSentOn && !isShare ? [texts.keepSend] : []),
            ]}
          />
          <Form method="post">
            <Button look="sand" type="submit" width="full" name="intent" value="keep">
              {isSentOn ? texts.leaveSent(tickets) : texts.keep(own.tickets)}
            </Button>
          </Form>
        </section>
        <section aria-labelledby="back">
          <h2 className="display" id="back">
            {texts.backTitle(newTime)}
          </h2>
          <Form method="post">
            <ul>
              <li>
                <Icon name="check" />
                <span>
                  <b>{formatLei(own.amount || sent.amount)} LEI</b> {texts.backMoney}
                </span>
              </li>
              <li>
                <Icon name="check" />{" "}
                <span>
                  {isShare
                    ? texts.backShare
                    : texts.backCodes(returnedOf(view, own.amount === 0).tickets, newTime)}
                </span>
              </li>
            </ul>
            {mayGive.sent ? <Sent own={own} sent={sent} /> : null}
            {whyNotHere === null ? (
              <Button look="sand" type="submit" width="full" name="intent" value="ask">
                {texts.back}
              </Button>
            ) : (
              <p className="muted">{whyNotHere}</p>
            )}
          </Form>
        </section>
      </div>
      <p className="moved-choice__silence">
        <Icon name="calendar" />
        <span>
          <b>{texts.silence}</b>
          {texts.silenceText(tickets, dayInWords(night.date), until)} {texts.usedStay}
        </span>
      </p>
    </>
  );
}

/** What one press gives back, as `chooseAfterMove` does: the buyer's own without the joined, or everything. */
const returnedOf = ({ own, sent }: Pick<MovedChoiceView, "own" | "sent">, withSent: boolean) => ({
  tickets: withSent ? own.tickets + sent.tickets : own.tickets - own.joined,
  addOns: own.addOns + (withSent ? sent.addOns : 0),
  amount: own.amount + (withSent ? sent.amount : 0),
});

function ConfirmGiveBack({ view, asked }: { view: MovedChoiceView; asked: GiveBack }) {
  const isSending = useNavigation().state !== "idle";
  const { amount, ...returned } = returnedOf(view, asked.withSent);
  return (
    <AskedDialog title={texts.sureTitle} kind="risk" openedBy={asked}>
      <p>{view.isShare ? texts.sureShare(formatLei(amount)) : texts.sure(returned, formatLei(amount))}</p>
      <Form className="form" method="post">
        {asked.withSent ? <input type="hidden" name="sent" value="1" /> : null}
        <Button
          look="risk-full"
          type="submit"
          width="full"
          name="intent"
          value="give-back"
          disabled={isSending}
        >
          {texts.doIt}
        </Button>
      </Form>
      <form className="actions" method="dialog">
        <Button type="submit" look="quiet" size="small">
          {texts.giveUp}
        </Button>
      </form>
    </AskedDialog>
  );
}

/** Asks whether tickets that friends have go back too. When nothing goes back without them, the button itself says so. */
function Sent({ own, sent }: { own: MovedChoiceView["own"]; sent: MovedChoiceView["sent"] }) {
  if (sent.amount === 0) return null;
  const note = [
    texts.withSentNote(sent.tickets),
    ...(own.joined > 0 ? [texts.joined(own.joined, sent.tickets)] : []),
  ].join(" ");
  if (own.amount === 0)
    return (
      <p className="muted">
        <input type="hidden" name="sent" value="1" />
        {note}
      </p>
    );
  return (
    <label className="moved-choice__sent">
      <input type="checkbox" name="sent" value="1" />
      <span>
        {texts.withSent(sent.tickets, formatLei(sent.amount))}
        <small>{note}</small>
      </span>
    </label>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul>
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" /> <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}
