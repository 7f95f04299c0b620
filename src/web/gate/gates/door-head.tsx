import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { gatesTexts as texts } from "./gates-texts.ts";

type DoorHeadProps = {
  night: { id: string; title: string; when: string };
  at: "board" | "orders" | "gates" | "sale" | "after";
  /** False for a person who only sells and so has only that page. */
  isChief?: boolean;
};

/** The night, and links to the pages of the people who lead its door. */
export function DoorHead({ night, at, isChief = true }: DoorHeadProps) {
  const tabs = [
    { at: "board", text: texts.board, to: `/gate/nights/${night.id}` },
    { at: "orders", text: texts.orders, to: `/gate/nights/${night.id}/orders` },
    { at: "gates", text: texts.title, to: `/gate/nights/${night.id}/gates` },
    { at: "sale", text: texts.sale, to: `/gate/nights/${night.id}/sale` },
    { at: "after", text: texts.after, to: `/gate/nights/${night.id}/after` },
  ] as const;
  const title = tabs.find((tab) => tab.at === at)?.text;
  return (
    <header className="gate__head gates__head">
      <Link
        className="gate__leave"
        to={isChief ? `/gate?event=${encodeURIComponent(night.id)}` : "/gate/sales"}
        aria-label={texts.done}
      >
        <Icon name="arrowLeft" />
      </Link>
      <h1 className="gate__where">
        <b>{title}</b>
        <span>
          {night.title} · {night.when}
        </span>
      </h1>
      <nav className="gates__tabs" aria-label={texts.parts}>
        {(isChief ? tabs : []).map((tab) => (
          <Link key={tab.at} to={tab.to} aria-current={tab.at === at ? "page" : undefined}>
            {tab.text}
          </Link>
        ))}
      </nav>
    </header>
  );
}

/** Why a form of the door was refused; nothing when it was not. */
export function GateNotice({ text, id }: { text: string | null | undefined; id?: string }) {
  return text ? (
    <p className="gate__error" id={id} role="alert">
      <Icon name="alert" /> {text}
    </p>
  ) : null;
}

type GateSelectProps = {
  id: string;
  name: string;
  label: string;
  options: readonly { id: string; text: string }[];
  chosen?: string | undefined;
};

/** A select in a form of the door. */
export function GateSelect({ id, name, label, options, chosen }: GateSelectProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.text}
          </option>
        ))}
      </select>
    </>
  );
}
