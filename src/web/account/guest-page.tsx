import { Form, Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Held } from "#web/ui/countdown.tsx";
import { sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { useKeptTyping } from "#web/ui/use-kept-typing.ts";
import { EmailField, SendButton } from "./account-fields.tsx";
import { ChosenTickets, type ChosenTicketsView } from "./chosen-tickets.tsx";
import { guestTexts } from "./guest-texts.ts";
import { loginWay, OtherWays } from "./other-ways.tsx";
import { Split } from "./split.tsx";

export type GuestPageView = {
  chosen: ChosenTicketsView;
  /** The number of a paid order of this night in this browser; null without one. */
  boughtBefore: number | null;
  /** The page has asked whether to buy the same again; the next click buys. */
  asksAgain?: boolean;
  /** The open, unpaid order of this night in this browser. */
  held: HoldView | null;
  /** Whether the open order equals the choice and its price, so that the button goes on with its payment. */
  isHeldChosen: boolean;
  /** A secret of this browser. It makes repeated sendings of the form one purchase. */
  formToken: string;
  holdMinutes: number;
  values: { email: string; full_name: string; phone: string };
  errors: Partial<Record<"email" | "full_name" | "phone" | "code", string>>;
  /** A sentence about the whole form. */
  problem: string | null;
  /** A free order needs the code that was sent to the email address. */
  asksCode: boolean;
  /** Null while no captcha is on. */
  captcha: CaptchaWidget | null;
};

/** The form for buying without an account: name and address, then the payment. */
export function GuestPage({ view }: { view: GuestPageView }) {
  const form = useFocusFirstError(view.errors);
  useKeptTyping(form);
  const { values, errors } = view;
  const { chosen } = view;
  return (
    <Split picture={sunsetTall} words={chosen.title} chosen={chosen}>
      <div className="form">
        <h1 className="display">{guestTexts.title}</h1>
        <ChosenTickets chosen={chosen} note={guestTexts.holdNote(view.holdMinutes)} />
        {view.held ? (
          <section className="guest-held">
            <Held text={saleTexts.reserved} over={saleTexts.holdOver} {...view.held}>
              {view.isHeldChosen ? null : (
                <ButtonLink look="sun" width="full" href={`${view.held.checkoutUrl}/pay`}>
                  {saleTexts.continuePaying(formatLei(view.held.total))}
                </ButtonLink>
              )}
              <p className="fine-print">{guestTexts.heldNote}</p>
            </Held>
          </section>
        ) : null}
        {view.problem && !view.asksAgain ? <Notice kind="bad">{view.problem}</Notice> : null}
        <Form className="form" method="post" noValidate ref={form}>
          <input type="hidden" name="return_to" value={chosen.returnTo} />
          <input type="hidden" name="form" value={view.formToken} />
          <input type="hidden" name="total" value={chosen.total} />
          <EmailField
            autoComplete="email"
            value={values.email}
            hint={guestTexts.emailHint}
            error={errors.email}
          />
          <TextInput
            label={guestTexts.name}
            name="full_name"
            autoComplete="name"
            required
            defaultValue={values.full_name}
            error={errors.full_name}
          />
          <TextInput
            label={guestTexts.phone}
            name="phone"
            type="tel"
            autoComplete="tel"
            hint={guestTexts.phoneHint}
            defaultValue={values.phone}
            error={errors.phone}
          />
          {view.asksCode ? (
            <TextInput
              label={guestTexts.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              hint={guestTexts.codeHint}
              error={errors.code}
            />
          ) : null}
          {view.captcha ? <CaptchaBox widget={view.captcha} attempt={view} /> : null}
          {view.asksAgain ? <input type="hidden" name="again" value="1" /> : null}
          {view.asksAgain && view.problem ? (
            <Notice kind="warn">{view.problem}</Notice>
          ) : view.boughtBefore === null ? null : (
            <Notice kind="warn">{guestTexts.boughtBefore(view.boughtBefore)}</Notice>
          )}
          <SendButton
            label={chosen.total > 0 ? guestTexts.pay(formatLei(chosen.total)) : priceTexts.getFree}
            busyLabel={guestTexts.paying}
          />
          <p className="fine-print">
            {guestTexts.agree}{" "}
            <Link className="text-link" to="/termeni">
              {guestTexts.terms}
            </Link>
            . {guestTexts.rules}
          </p>
          <p className="fine-print">
            {saleTexts.bringId} {saleTexts.noWithdrawal}
          </p>
        </Form>
        <OtherWays
          ways={[
            loginWay(chosen.returnTo),
            {
              to: addressWithNext("/register", chosen.returnTo),
              icon: "ticket",
              name: guestTexts.registerWay,
              note: guestTexts.registerWayNote,
            },
          ]}
        />
      </div>
    </Split>
  );
}
