import type { ReactNode } from "react";
import { Link } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Icon } from "#web/ui/icon.tsx";
import { gatesTexts as texts } from "./chief-texts.ts";

type DoorPageProps = {
  night: { id: string; title: string; when: string; namesPeople: boolean };
  at: "board" | "orders" | "gates" | "sale" | "after";
  /** False for a person who only sells, and so has only that page. */
  isChief?: boolean;
  /** Set while the password is asked. */
  reentry?: ReentryView | undefined;
  dialog?: ReactNode;
  /** True when the page shows only a code. */
  isCode?: boolean;
  children: ReactNode;
};

/** A page for the people who lead the door of a night, with the night's name and links to the other pages. */
export function DoorPage(props: DoorPageProps) {
  const { night, at, isChief = true, reentry, dialog, isCode = false, children } = props;
  const tabs = [
    { at: "board", text: texts.board, to: "", isOpen: night.namesPeople },
    { at: "orders", text: texts.orders, to: "/orders", isOpen: night.namesPeople },
    { at: "gates", text: texts.title, to: "/gates", isOpen: true },
    { at: "sale", text: texts.sale, to: "/sale", isOpen: true },
    { at: "after", text: texts.after, to: "/after", isOpen: night.namesPeople },
  ] as const;
  return (
    <div className="gate gate--ready">
      {reentry ? <ReentryDialog view={reentry} /> : null}
      {dialog}
      <header className="gate__head gates__head">
        <Link
          className="gate__leave"
          to={isChief ? `/gate?event=${encodeURIComponent(night.id)}` : "/gate/sales"}
          aria-label={texts.done}
        >
          <Icon name="arrowLeft" />
        </Link>
        <h1 className="gate__where">
          <b>{tabs.find((tab) => tab.at === at)?.text}</b>
          <span>
            {night.title} · {night.when}
          </span>
        </h1>
        <nav className="gates__tabs" aria-label={texts.parts}>
          {(isChief ? tabs.filter(({ isOpen }) => isOpen) : []).map((tab) => (
            <Link
              key={tab.at}
              to={`/gate/nights/${night.id}${tab.to}`}
              aria-current={tab.at === at ? "page" : undefined}
            >
              {tab.text}
            </Link>
          ))}
        </nav>
      </header>
      <main className={isCode ? "gate__main gates__invited" : "gates"}>{children}</main>
    </div>
  );
}

type DoorCodeProps = {
  title: string;
  /** The address of the QR picture, and its text for screen readers. */
  code: { qr: string; label: string };
  about: readonly string[];
  back: { to: string; text: string };
};

/** A code on the chief's screen, for another phone's camera. */
export function DoorCode({ title, code, about, back }: DoorCodeProps) {
  return (
    <>
      <h2>{title}</h2>
      <img className="gates__qr" src={code.qr} alt={code.label} />
      {about.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Link className="gate__big gates__bind" to={back.to}>
        {back.text}
      </Link>
    </>
  );
}

type GateSelectProps = {
  id: string;
  name: string;
  label: string;
  options: readonly { id: string; text: string }[];
  chosen?: string | undefined;
};

/** A field with options in a form of the door. */
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

type GateSubmitProps = { intent: string; text: string; label?: string; look?: string };

/** A form's button. `label`: its text for screen readers. */
export function GateSubmit({ intent, text, label, look = "gate__big gate__big--second" }: GateSubmitProps) {
  return (
    <button className={look || undefined} type="submit" name="intent" value={intent} aria-label={label}>
      {text}
    </button>
  );
}
