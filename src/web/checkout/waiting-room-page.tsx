import { type ReactNode, useEffect } from "react";
import { Form, Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted, grouped } from "#kernel/romanian.ts";
import { formatLongDate } from "#kernel/time.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { useSecondsLeft } from "#web/ui/countdown.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { type StandingView, useStanding } from "#web/ui/use-standing.ts";
import type { WaitingRoomView } from "./read-waiting-room.server.ts";
import { waitingRoomTexts as texts } from "./waiting-room-texts.ts";

const refreshSeconds = 20;

/** A number with its noun and grouped thousands: "3.412 oameni". */
const people = (n: number) => counted(n, "human");
const places = (n: number) => counted(n, "place");

type WaitingRoomPageProps = { view: WaitingRoomView; standing: StandingView };

/**
 * The page before an announced sale. It is the same for everybody and cached. JavaScript requests the person's place;
 * without it the person's own page shows it and reloads itself.
 */
export function WaitingRoomPage({ view, standing: atFirst }: WaitingRoomPageProps) {
  const { event } = view;
  const standing = useStanding(
    `/events/${event.id}/waiting/place`,
    view.viewer === "anonymous" ? { kind: "outside" } : atFirst,
  );
  // for a person who was let in, this address redirects to the tickets with a message
  const ownRoomUrl = `/events/${event.id}/waiting/mine`;
  useEffect(() => {
    if (standing.kind === "in") window.location.assign(ownRoomUrl);
  }, [standing.kind, ownRoomUrl]);
  const latest = standing.kind === "before_draw" ? standing : view;
  const secondsLeft = useSecondsLeft(latest.seconds);
  // the hour comes on the page of a person without a place too, who is asked nothing more
  const isOpen = secondsLeft === 0 || standing.kind === "waiting" || standing.kind === "in";
  return (
    <section className="line line--photo waiting-room" aria-labelledby="waiting-title">
      {view.viewer === "customer" ? (
        <noscript>
          <meta
            httpEquiv="refresh"
            content={`${atFirst.kind === "unknown" ? 0 : refreshSeconds};url=/events/${event.id}/waiting/mine`}
          />
        </noscript>
      ) : null}
      <div className="line__art opening-art">
        <Picture
          picture={event.picture}
          wide={event.widePicture}
          seed={event.id}
          alt=""
          sizes="100vw"
          priority="high"
        />
      </div>
      <div className="wrap line__grid">
        <div>
          <p className="display waiting-room__night">
            {event.title}, {formatLongDate(event.date).replace(/^[^,]*, /, "")}
          </p>
          {isOpen ? (
            <AfterTheHour view={view} standing={standing} />
          ) : (
            <BeforeTheHour view={view} waiting={latest.waiting} secondsLeft={secondsLeft} />
          )}
          <Entrance view={view} standing={standing} isOpen={isOpen} ownRoomUrl={ownRoomUrl} />
        </div>
        {isOpen && view.viewer === "customer" ? <NextSteps view={view} /> : <SaleRules view={view} />}
      </div>
    </section>
  );
}

type StepProps = { view: WaitingRoomView; standing: StandingView };

type BeforeTheHourProps = { view: WaitingRoomView; waiting: number; secondsLeft: number };

function BeforeTheHour({ view, waiting, secondsLeft }: BeforeTheHourProps) {
  const [minutes, seconds] = [Math.floor(secondsLeft / 60), secondsLeft % 60];
  return (
    <>
      <h1 className="display" id="waiting-title">
        {texts.opensAt(view.time)}
      </h1>
      <div className="clock display figures" role="timer">
        <span className="visually-hidden">
          {texts.timeLeft(counted(minutes, "minute"), counted(seconds, "second"))}
        </span>
        <p aria-hidden="true">
          <b>{String(minutes).padStart(2, "0")}</b>
          <small>{texts.minutes}</small>
        </p>
        <p aria-hidden="true">
          <b>{String(seconds).padStart(2, "0")}</b>
          <small>{texts.seconds}</small>
        </p>
      </div>
      <p className="lead-text" role="status">
        {texts.waiting(people(waiting), places(view.available))}
      </p>
    </>
  );
}

function AfterTheHour({ view, standing }: StepProps) {
  if (standing.kind === "in")
    return (
      <>
        <h1 className="display" id="waiting-title">
          {texts.turn}
        </h1>
        <p className="lead-text">{texts.turnText}</p>
      </>
    );
  if (standing.kind !== "waiting")
    return (
      <>
        <h1 className="display" id="waiting-title">
          {standing.kind === "outside" ? texts.drawn : texts.drawing}
        </h1>
        {standing.kind === "outside" ? null : <p className="lead-text">{texts.drawingText}</p>}
      </>
    );
  const minutes = Math.ceil(standing.seconds / 60);
  return (
    <>
      <h1 className="display" id="waiting-title">
        {texts.drawn}
      </h1>
      <div role="status">
        <dl className="line__numbers">
          <div>
            <dt>{texts.number}</dt>
            <dd className="display figures">{grouped(standing.number)}</dd>
          </div>
          <div>
            <dt>{texts.ahead}</dt>
            <dd className="display figures">{grouped(standing.ahead)}</dd>
          </div>
          <div>
            <dt>{texts.time}</dt>
            <dd className="display">
              {minutes <= 1 ? texts.lessThanMinute : texts.lessThanMinutes(counted(minutes, "minute"))}
            </dd>
          </div>
        </dl>
      </div>
      <p className="lead-text">{standing.available > 0 ? texts.some : texts.none}</p>
      <div className="actions">
        <ButtonLink look="line" href={`/events/${view.event.id}/waiting`}>
          <Icon name="refresh" /> {texts.refresh}
        </ButtonLink>
      </div>
    </>
  );
}

type EntranceProps = StepProps & { isOpen: boolean; ownRoomUrl: string };

/** The button for a person without a place, or advice for a person with one. */
function Entrance({ view, standing, isOpen, ownRoomUrl }: EntranceProps) {
  if (view.viewer === "anonymous")
    return (
      <>
        <div className="actions">
          {isOpen ? (
            <ButtonLink look="sun" href={`/events/${view.event.id}#bilete`}>
              {texts.choose}
            </ButtonLink>
          ) : (
            <Link className={buttonClass({ look: "sun" })} to={`/login?next=/events/${view.event.id}`}>
              {texts.login}
            </Link>
          )}
        </div>
        <p className="line__fine">{view.mayGuestsBuy ? texts.guestNote : texts.loginNote}</p>
      </>
    );
  switch (standing.kind) {
    case "outside":
      return (
        <>
          <Form className="actions" method="post" action={`/events/${view.event.id}/waiting`}>
            <Button look="sun" type="submit">
              {isOpen ? texts.joinLate : texts.join}
            </Button>
          </Form>
          <p className="line__fine">{isOpen ? texts.outsideLate : texts.outside}</p>
        </>
      );
    case "before_draw":
      return <p className="line__fine">{texts.inRoom}</p>;
    case "in":
      return (
        <div className="actions">
          <ButtonLink look="sun" href={ownRoomUrl}>
            {texts.choose}
          </ButtonLink>
        </div>
      );
    default:
      return null;
  }
}

/** Shown before the opening: how places are drawn. */
export function SaleRules({ view: { event, time, pace, lowestPrice } }: { view: WaitingRoomView }) {
  return (
    <Steps
      title={texts.howTitle}
      steps={[
        [texts.until(time), texts.untilText],
        [texts.at(time), texts.atText],
        [texts.afterwards, texts.afterwardsText(counted(Math.max(1, Math.round(pace)), "human"), time)],
      ]}
    >
      <p className="muted">
        {texts.windows} {lowestPrice === null ? null : texts.price(formatLei(lowestPrice))}
      </p>
      <p className="waiting-room__back">
        <Link className="text-link" to={`/events/${event.id}`}>
          <Icon name="arrowLeft" /> {texts.seeNight}
        </Link>
      </p>
    </Steps>
  );
}

/** Shown after the opening: what to do when the person's turn has come. */
export function NextSteps({ view: { holdMinutes } }: { view: WaitingRoomView }) {
  return (
    <Steps
      title={texts.turnTitle}
      steps={[
        [texts.chooseStep, texts.chooseText],
        [texts.reserve, texts.reserveText(counted(holdMinutes, "minute"))],
      ]}
    >
      <p className="muted">{texts.soldOutNote}</p>
    </Steps>
  );
}

type StepsProps = { title: string; steps: readonly (readonly [string, string])[]; children: ReactNode };

function Steps({ title, steps, children }: StepsProps) {
  return (
    <TearPanel
      titleId="room-steps"
      top={
        <>
          <h2 className="display" id="room-steps">
            {title}
          </h2>
          <ol className="room-steps">
            {steps.map(([when, what]) => (
              <li key={when}>
                <b className="display">{when}</b>
                <span>{what}</span>
              </li>
            ))}
          </ol>
        </>
      }
      bottom={children}
    />
  );
}
