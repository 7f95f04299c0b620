import { Link } from "react-router";
import { type NightPlaces, unsoldKinds, unsoldOf } from "#ticketing/events/night-fullness.ts";
import { officeTexts } from "../ui/office-texts.ts";
import { eventTexts } from "./event-texts.ts";

/** The name of a night in a list, beside its picture. */
export function NightLink({ thumb, to, name }: { thumb: string | null; to: string; name: string }) {
  return (
    <span className="has-thumb">
      {thumb ? <img className="thumb" src={thumb} alt="" loading="lazy" /> : <i className="thumb" />}
      <Link to={to}>{name}</Link>
    </span>
  );
}

/** A bar of sold and held places; full for a night that is sold out. */
export function SoldMeter(night: NightPlaces) {
  const share = (n: number) => `${Math.min(100, (n / Math.max(1, night.capacity)) * 100)}%`;
  return (
    <span
      className={unsoldOf(night) ? "meter meter--full" : "meter"}
      style={{ "--sold": share(night.sold), "--held": share(night.held) }}
      aria-hidden="true"
    >
      <b />
      <i />
    </span>
  );
}

/** The unsold places of a sold-out night, with the reasons. */
export function UnsoldPlaces(night: NightPlaces) {
  const unsold = unsoldOf(night);
  const parts = unsoldKinds
    .filter((kind) => unsold?.[kind])
    .map((kind) => `${words[kind]} ${unsold?.[kind]}`);
  return unsold && <small className="muted cell-note">{eventTexts.unsold(parts.join(", "))}</small>;
}

const words = { ...officeTexts.stock, left: eventTexts.unoffered };
