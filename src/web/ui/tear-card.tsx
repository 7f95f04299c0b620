import type { ReactNode } from "react";
import { Picture, type PictureView } from "./picture.tsx";

type TearCardProps = {
  label: string;
  picture: PictureView | null;
  seed: string;
  /** The lines at the top of the picture. */
  above: ReactNode;
  title: string;
  titleLevel?: "h2" | "h3";
  below: string;
  /** The content of the stub, from top to bottom. */
  stub: ReactNode;
  /** `offered`: the ticket has no holder yet; its code comes later. */
  state?: "valid" | "used" | "waiting" | "suspended" | "offered";
  size?: "normal" | "compact";
};

/** A long title gets smaller letters. */
const sizeOf = (title: string) => (title.length > 80 ? "longest" : title.length > 40 ? "long" : "usual");

/** A card like a torn ticket: a picture with lines over it, and a stub of light paper. */
export function TearCard({
  label,
  picture,
  seed,
  above,
  title,
  titleLevel = "h2",
  below,
  stub,
  state = "valid",
  size = "normal",
}: TearCardProps) {
  const Title = titleLevel;
  const classes = [
    "tear-card",
    size === "compact" && "tear-card--compact",
    state !== "valid" && `tear-card--${state}`,
  ];
  return (
    <article
      className={classes.filter(Boolean).join(" ")}
      aria-label={label}
      aria-busy={state === "waiting" || undefined}
    >
      <div className="tear-card__art">
        <Picture
          picture={picture}
          seed={seed}
          alt=""
          sizes="(max-width: 820px) 90vw, 700px"
          priority="high"
        />
        <p className="tear-card__above display">{above}</p>
        <div className="tear-card__name">
          <Title className={`tear-card__title display tear-card__title--${sizeOf(title)}`}>{title}</Title>
          <p className="tear-card__below">{below}</p>
        </div>
      </div>
      <div className="tear-card__stub">{stub}</div>
    </article>
  );
}

/** The position of a ticket among several, and its holder. */
export function TicketOwner({ position, holder }: { position: string; holder: string }) {
  return (
    <div className="tear-card__who">
      <p>{position}</p>
      {holder ? <p className="display">{holder}</p> : null}
    </div>
  );
}

type CodeStubProps = {
  image: { url: string; alt: string } | null;
  /** A word across a code that is no longer valid. */
  stamp?: string | undefined;
  /** The text in place of a code that is not there yet or is hidden now. */
  placeholder?: string | undefined;
  code: string | null;
  /** The check group of the label, for typing it in. */
  group: string | null;
  /** Says which code of this label it is. */
  note?: string;
};

/** The QR code for the scanner, on white with its quiet zone, and the label for a code that cannot be scanned. */
export function CodeStub({ image, stamp, placeholder, code, group, note }: CodeStubProps) {
  return (
    <>
      <div className="tear-card__picture">
        {image ? <img src={image.url} alt={image.alt} width="240" height="240" /> : placeholder}
        {stamp ? <span className="tear-card__stamp">{stamp}</span> : null}
      </div>
      {code ? (
        <p className="tear-card__code display" data-length={code.length > 15 ? "long" : "usual"}>
          {code}
        </p>
      ) : (
        <LinePlaceholder width="76%" height="30px" />
      )}
      {group ? <p className="tear-card__group figures">{group}</p> : null}
      {group && note ? <p className="tear-card__note">{note}</p> : null}
    </>
  );
}

/** The entries that are left, as a sentence and as bars: a full bar is left, an outline is used. */
export function EntryBars({ text, left, inAll }: { text: string; left: number; inAll: number }) {
  return (
    <div className="tear-card__left">
      <p>{text}</p>
      {inAll <= 20 ? (
        <div className="entry-bars" aria-hidden="true">
          {Array.from({ length: inAll }, (_, i) => i + 1).map((bar) => (
            <i key={bar} className={bar > left ? "is-used" : undefined} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

export function StubFacts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="tear-card__facts">
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A placeholder for a line of text that has not loaded yet. */
function LinePlaceholder({ width, height = "1em" }: { width: string; height?: string }) {
  return <span className="bone" style={{ width, height }} />;
}
