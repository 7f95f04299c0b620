import { Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import type { LetterView } from "#web/request/site-services.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { mailboxTexts } from "./mailbox-texts.ts";

export type MailboxPageView =
  | { kind: "list"; letters: Pick<LetterView, "id" | "to" | "subject" | "sentAt">[] }
  | { kind: "letter"; letter: LetterView };

export function MailboxPage({ view }: { view: MailboxPageView }) {
  return (
    <div className="wrap below-head mailbox">
      {view.kind === "list" ? <List letters={view.letters} /> : <Letter letter={view.letter} />}
    </div>
  );
}

function List({ letters }: { letters: Extract<MailboxPageView, { kind: "list" }>["letters"] }) {
  return (
    <>
      <div className="page-head">
        <h1 className="display">{mailboxTexts.mailbox}</h1>
        <p>{mailboxTexts.mailboxText}</p>
      </div>
      {letters.length === 0 ? (
        <EmptyState title={mailboxTexts.noLetters} text={mailboxTexts.noLettersText} picture={moonWide}>
          <Link className={buttonClass({ look: "sand" })} to="/events">
            {mailboxTexts.toEvents}
          </Link>
        </EmptyState>
      ) : (
        <>
          <p className="muted">{counted(letters.length, "letter")}</p>
          <ul className="mailbox__list">
            {letters.map((letter) => (
              <li key={letter.id}>
                <Link to={`/_demo/mail/${letter.id}`}>
                  <Icon name="mail" />
                  <b>{letter.subject}</b>
                  <span className="muted">{letter.to}</span>
                  <span className="muted small">
                    <InstantText at={letter.sentAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Letter({ letter }: { letter: LetterView }) {
  return (
    <>
      <div className="page-head">
        <Link className="text-link" to="/_demo/mail">
          <Icon name="arrowLeft" /> {mailboxTexts.backToMailbox}
        </Link>
        <h1 className="display mailbox__subject">{letter.subject}</h1>
      </div>
      <dl className="mailbox__facts">
        <div>
          <dt>{mailboxTexts.to}</dt>
          <dd>{letter.to}</dd>
        </div>
        <div>
          <dt>{mailboxTexts.from}</dt>
          <dd>{letter.from}</dd>
        </div>
        <div>
          <dt>{mailboxTexts.sent}</dt>
          <dd>
            <InstantText at={letter.sentAt} />
          </dd>
        </div>
      </dl>
      {letter.attachments.length > 0 ? (
        <section aria-labelledby="attachments">
          <h2 className="display size-3" id="attachments">
            {mailboxTexts.attachments}
          </h2>
          <ul className="actions mailbox__attachments">
            {letter.attachments.map((file) => (
              <li key={file.filename}>
                <a className={buttonClass({ look: "line", size: "small" })} href={file.url}>
                  <Icon name="download" /> {file.filename}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {/* Links in a letter open in this window; its scripts, if any, do not run. */}
      <iframe
        className={
          letter.attachments.length > 0 ? "mailbox__letter mailbox__letter--ticket" : "mailbox__letter"
        }
        src={letter.htmlUrl}
        title={mailboxTexts.letter}
        sandbox="allow-top-navigation-by-user-activation allow-popups"
      />
      <details className="mailbox__plain">
        <summary>{mailboxTexts.plain}</summary>
        <pre>{letter.text}</pre>
      </details>
    </>
  );
}
