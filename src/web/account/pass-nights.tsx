import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { accountTexts } from "./account-texts.ts";
import { countedNights, type PassNightView } from "./my-ticket-view.ts";

/** All nights of a pass side by side, each with its state. */
export function PassNights({ nights }: { nights: PassNightView[] }) {
  return (
    <>
      <div className="pass-nights__head">
        <h3 className="display">{accountTexts.passNights}</h3>
        <p className="muted">{countedNights(nights)}</p>
      </div>
      <ul className="pass-nights">
        {nights.map((night) => (
          <li key={night.id} className={classOf(night)} style={{ "--ev": night.light ?? "#46506e" }}>
            <figure>
              <Picture
                picture={night.picture}
                seed={night.id}
                alt=""
                sizes="(max-width: 820px) 46vw, 200px"
              />
            </figure>
            <b className="display">{night.title}</b>
            <DateText day={night.date} time={night.time} form="short" />
            <NightState state={night.state} />
            <NightCodes night={night} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each night of a pass has its own codes. */
function NightCodes({ night: { codes, title } }: { night: PassNightView }) {
  if (codes.length === 0) return null;
  return (
    <details className="pass-nights__codes" data-print="open">
      <summary className="text-link" aria-label={accountTexts.passNightCodeOf(title)}>
        {accountTexts.passNightCode}
      </summary>
      {codes.map(({ code, group, qrUrl, position }) => (
        <div key={code}>
          {position ? <p>{position}</p> : null}
          <img src={qrUrl} alt={accountTexts.qrAlt(code)} width="240" height="240" />
          <p className="figures">
            {code}
            <br />
            {group}
          </p>
        </div>
      ))}
    </details>
  );
}

function classOf(night: PassNightView): string | undefined {
  if (night.state === "next") return "is-next";
  return night.state === "ahead" ? undefined : "is-past";
}

function NightState({ state }: { state: PassNightView["state"] }) {
  switch (state) {
    case "used":
      return (
        <small>
          <Icon name="check" /> {accountTexts.passNightUsed}
        </small>
      );
    case "missed":
      return <small>{accountTexts.passNightUnused}</small>;
    case "cancelled":
      return <small>{accountTexts.passNightCancelled}</small>;
    case "given_back":
      return <small>{accountTexts.passNightGivenBack}</small>;
    case "next":
      return <small>{accountTexts.passNightNext}</small>;
    case "ahead":
      return null;
  }
}
