import { Form, Link } from "react-router";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import { durations } from "#ticketing/limits.ts";
import { addressWithNext, loginInMode } from "#web/request/return-address.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { accountTexts, chosenTexts, verifyTexts } from "./account-texts.ts";
import {
  ChosenTickets,
  type ChosenTicketsView,
  WaitingTicket,
  type WaitingTicketView,
} from "./chosen-tickets.tsx";
import { guestWay, OtherWays } from "./other-ways.tsx";
import { Split } from "./split.tsx";

type VerifyView = {
  values: { email: string };
  problem: { kind: "bad" | "ok"; text: string } | null;
  isConfirmedElsewhere: boolean;
  asked: number;
  returnTo: string | null;
  chosen: ChosenTicketsView | null;
  offered: WaitingTicketView | null;
  isGuestWayOpen: boolean;
  captcha: CaptchaWidget | null;
};

/** The page after a registration: the address, a button for another email, a link for another address. */
export function VerifyPage({ view }: { view: VerifyView }) {
  const { chosen, values } = view;
  const { email } = values;
  return (
    <Split picture={phosphorTall} words={verifyTexts.art} chosen={chosen}>
      <div className="form">
        <span className="done-mark">
          <Icon name="mail" />
        </span>
        <h1 className="display">{verifyTexts.title}</h1>
        {view.problem ? <Notice kind={view.problem.kind}>{view.problem.text}</Notice> : null}
        {view.isConfirmedElsewhere ? (
          <Notice kind="warn">
            {verifyTexts.notYet}{" "}
            <Link className="text-link" to={addressWithNext("/login", view.returnTo)}>
              {verifyTexts.notYetLogin}
            </Link>
          </Notice>
        ) : null}
        <p className="lead-text muted">
          {verifyTexts.sentTo} <strong className="verify-address">{email}</strong>
        </p>
        <p className="muted">{chosen ? verifyTexts.sameBrowserToPay : verifyTexts.sameBrowser}</p>
        {chosen ? <ChosenTickets chosen={chosen} note={chosenTexts.verifyNote} /> : null}
        {view.offered ? <WaitingTicket ticket={view.offered} /> : null}
        <Link
          className={buttonClass({ look: "sand", width: "full" })}
          to={loginInMode("confirmed", view.returnTo)}
        >
          {verifyTexts.goOn}
        </Link>
        <Form className="form" method="post" action={loginInMode("verify", view.returnTo)}>
          <input type="hidden" name="email" value={email} />
          {view.captcha ? <CaptchaBox widget={view.captcha} attempt={view.problem} /> : null}
          <ResendButton key={view.asked} />
        </Form>
        <Link
          className={buttonClass({ look: "line", width: "full" })}
          to={addressWithNext("/register", view.returnTo)}
        >
          {verifyTexts.changeAddress}
        </Link>
        {view.isGuestWayOpen ? <OtherWays ways={[guestWay(view.returnTo)]} /> : null}
      </div>
    </Split>
  );
}

/** The server sends at most one email per minute, so with JavaScript the button waits as long. */
function ResendButton() {
  const left = useSecondsLeft(durations.betweenLetters);
  const isWaiting = useEnhanced() && left > 0;
  return (
    <>
      <p className="muted">
        {accountTexts.forgotNotCome}{" "}
        {isWaiting ? (
          <>
            {accountTexts.forgotWait} <span className="figures">{minutesAndSeconds(left)}</span>.
          </>
        ) : null}
      </p>
      <Button type="submit" look="line" width="full" name="intent" value="resend" disabled={isWaiting}>
        {accountTexts.forgotAgain}
      </Button>
    </>
  );
}
