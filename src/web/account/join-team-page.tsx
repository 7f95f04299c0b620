import { Form, Link } from "react-router";
import { addressWithNext } from "#web/request/return-address.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { dawnTall, phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SendButton } from "./account-fields.tsx";
import { joinTeamTexts as texts } from "./join-team-texts.ts";
import { Split } from "./split.tsx";

export type JoinTeamView =
  | {
      kind: "offer";
      token: string;
      role: string;
      /** The address that was invited. */
      email: string;
      /** The visitor's address; null when nobody is signed in. */
      signedIn: string | null;
      problem: string | null;
    }
  | { kind: "over" };

/** The page behind an invitation's link. Only its button acts, and only for the invited address. */
export function JoinTeamPage({ view }: { view: JoinTeamView }) {
  if (view.kind === "over") return <Over />;
  const { role, email, signedIn, problem } = view;
  return (
    <Split picture={dawnTall} words={texts.art}>
      <div className="form">
        <h1 className="display">{texts.title}</h1>
        <p className="lead-text muted">{texts.offered(role)}</p>
        {problem ? <Notice kind="bad">{problem}</Notice> : null}
        {signedIn === email ? <Accept token={view.token} /> : <SignIn view={view} />}
      </div>
    </Split>
  );
}

type OfferView = Extract<JoinTeamView, { kind: "offer" }>;

function Accept({ token }: { token: string }) {
  return (
    <Form className="form" method="post" action="/echipa">
      <input type="hidden" name="token" value={token} />
      <SendButton label={texts.accept} busyLabel={texts.accepting} />
      <p className="fine-print">{texts.note}</p>
    </Form>
  );
}

function SignIn({ view: { token, email, signedIn } }: { view: OfferView }) {
  if (signedIn !== null)
    return (
      <Form className="form" method="post" action="/logout">
        <p>{texts.forAddress(email)}</p>
        <p>{texts.other(signedIn)}</p>
        <Button type="submit" look="line" width="full">
          {texts.logout}
        </Button>
      </Form>
    );
  const here = joinPageOf(token);
  return (
    <>
      <p>{texts.forAddress(email)}</p>
      <Link className={buttonClass({ look: "sun", width: "full" })} to={addressWithNext("/login", here)}>
        {texts.login}
      </Link>
      <Link className={buttonClass({ look: "line", width: "full" })} to={addressWithNext("/register", here)}>
        {texts.register}
      </Link>
    </>
  );
}

export const joinPageOf = (token: string) => `/echipa?token=${encodeURIComponent(token)}`;

function Over() {
  return (
    <Split picture={phosphorTall} words={texts.overArt}>
      <div className="form">
        <span className="done-mark done-mark--warn">
          <Icon name="alert" />
        </span>
        <h1 className="display">{texts.overTitle}</h1>
        <p className="lead-text muted">{texts.overText}</p>
        <Link className={buttonClass({ look: "line", width: "full" })} to="/">
          {texts.home}
        </Link>
      </div>
    </Split>
  );
}
