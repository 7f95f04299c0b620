import type { ReactNode } from "react";
import { Link } from "react-router";
import { Status } from "../ui/status.tsx";
import type { StatusView } from "./status-reading.server.ts";
import { statusTexts as texts } from "./status-texts.ts";

/** The services behind the sale: emails, backups, the machine. */
export function StatusCards({ view: { letters, backup, machine } }: { view: StatusView }) {
  return (
    <div className="status-cards">
      <Card
        title={texts.letters}
        state={letters.state}
        facts={[
          [texts.lettersQueued, letters.queued],
          [texts.lettersAgain, letters.again],
          [texts.lettersFailed, letters.failed],
          [texts.lettersSent, letters.sent],
        ]}
      >
        {letters.note} <Link to="/admin/email/outbox">{texts.letters}</Link>
      </Card>
      <Card title={texts.backups} state={backup.state} facts={backup.facts}>
        {backup.note}
      </Card>
      <Card title={texts.machine} state="fine" facts={[]}>
        <Bar
          label={texts.connections}
          share={machine.used / Math.max(1, machine.most)}
          text={texts.connectionsOf(machine.used, machine.most)}
        />
        <Bar label={texts.memory} share={machine.memory.share} text={machine.memory.text} />
        <span className="status-card__note">{machine.note}</span>
      </Card>
    </div>
  );
}

type CardProps = {
  title: string;
  state: "fine" | "off" | "look" | "missing";
  facts: readonly (readonly [string, string | number])[];
  children: ReactNode;
};

const states = {
  fine: { sign: "fine", tone: "ok", text: texts.fine },
  off: { sign: "gone", tone: "bad", text: texts.off },
  look: { sign: "look", tone: "warn", text: texts.look },
  missing: { sign: "gone", tone: "bad", text: texts.missing },
} as const;

function Card({ title, state, facts, children }: CardProps) {
  const { sign, tone, text } = states[state];
  return (
    <section className="status-card">
      <header>
        <h2>{title}</h2>
        <Status sign={sign} tone={tone} label={text} />
      </header>
      {facts.length > 0 ? (
        <dl className="status-facts figures">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="status-card__foot">{children}</div>
    </section>
  );
}

function Bar({ label, share, text }: { label: string; share: number; text: string }) {
  return (
    <p className="status-bar figures">
      <span>{label}</span>
      <progress max={1} value={share} aria-label={label} />
      <span>{text}</span>
    </p>
  );
}
