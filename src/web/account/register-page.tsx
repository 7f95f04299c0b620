import { Form, Link } from "react-router";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import type { OfferedProvider } from "#web/sign-in/provider-texts.ts";
import { discoTall } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { useKeptTyping } from "#web/ui/use-kept-typing.ts";
import { EmailField, NewPasswordFields, PersonFields, SendButton } from "./account-fields.tsx";
import { accountTexts, chosenTexts } from "./account-texts.ts";
import {
  ChosenTickets,
  type ChosenTicketsView,
  WaitingTicket,
  type WaitingTicketView,
} from "./chosen-tickets.tsx";
import { guestWay, loginWay, OtherWays, ProviderLinks } from "./other-ways.tsx";
import { Split } from "./split.tsx";

export type RegisterField = "full_name" | "phone" | "email" | "password" | "confirm_password";

export type RegisterPageView = {
  /** The typed text; passwords are never sent back. */
  values: { full_name: string; phone: string; email: string };
  /**
   * A secret of this browser, the same for every sending of this form: a retry makes no second account and no second
   * email.
   */
  requestId: string;
  errors: Partial<Record<RegisterField, string>>;
  /** `server` shows the amber banner for a failure of ours; `refused` is about the form. */
  problem: { kind: "server" | "refused"; sentence: string } | null;
};

type RegisterPageProps = {
  view: RegisterPageView;
  /** Null while no captcha is on. */
  captcha?: CaptchaWidget | null;
  /** The path of our site to return to. */
  returnTo?: string | null;
  /** The tickets that wait behind the registration. */
  chosen?: ChosenTicketsView | null;
  /** Whether these tickets can be bought without an account. */
  mayBeGuest?: boolean;
  /** The ticket of a friend that waits. */
  offered?: WaitingTicketView | null;
  /** The providers that a person can sign in with instead. */
  providers?: readonly OfferedProvider[];
};

export function RegisterPage({
  view,
  captcha = null,
  returnTo = null,
  chosen = null,
  mayBeGuest = false,
  offered = null,
  providers = [],
}: RegisterPageProps) {
  const form = useFocusFirstError(view.errors);
  useKeptTyping(form);
  const failed = view.problem !== null || Object.keys(view.errors).length > 0;
  return (
    <Split picture={discoTall} words={offered?.title ?? accountTexts.registerArt} chosen={chosen}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">
          {chosen
            ? chosenTexts.registerTitle
            : offered
              ? chosenTexts.offeredRegister
              : accountTexts.registerTitle}
        </h1>
        {offered ? <WaitingTicket ticket={offered} /> : null}
        {chosen ? <ChosenTickets chosen={chosen} note={chosenTexts.registerNote} /> : null}
        <input type="hidden" name="return_to" value={returnTo ?? ""} />
        {view.problem?.kind === "server" ? (
          <Notice kind="warn" title={accountTexts.registerProblemTitle}>
            {view.problem.sentence} {accountTexts.registerKept}
          </Notice>
        ) : null}
        {view.problem?.kind === "refused" ? <Notice kind="bad">{view.problem.sentence}</Notice> : null}
        {view.requestId ? <input type="hidden" name="request_id" value={view.requestId} /> : null}
        <PersonFields values={view.values} errors={view.errors} />
        <EmailField
          autoComplete="email"
          value={view.values.email}
          hint={chosen ? chosenTexts.registerEmailHint : ""}
          error={view.errors.email}
        />
        <NewPasswordFields label={accountTexts.password} errors={view.errors} />
        {captcha ? <CaptchaBox widget={captcha} attempt={view} /> : null}
        <SendButton
          label={failed ? accountTexts.tryAgain : accountTexts.createAccount}
          busyLabel={accountTexts.creating}
        />
        <ProviderLinks providers={providers} returnTo={returnTo} />
        {mayBeGuest ? (
          <OtherWays ways={[guestWay(returnTo), loginWay(returnTo)]} />
        ) : (
          <p>
            {accountTexts.haveAccount}{" "}
            <Link className="text-link" to={addressWithNext("/login", returnTo)}>
              {accountTexts.signIn}
            </Link>
          </p>
        )}
      </Form>
    </Split>
  );
}
