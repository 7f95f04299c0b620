import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "#web/request/request-context.ts";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import type { Route } from "./+types/status-route.ts";
import { readStatusView, type StatusView } from "./status-reading.server.ts";
import { StatusTabs } from "./status-tabs.tsx";
import { statusTexts as texts } from "./status-texts.ts";
import type { Tile } from "./status-tiles.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  return { view: await readStatusView(context.get(siteContext), context.get(administratorContext)) };
}

const refreshSeconds = 5;

const signs = { ok: "check", info: "activity", warn: "alert", bad: "alert" } as const;

/** The state of the site: one sentence, what happens now, the services behind it. */
export default function StatusScreen({ loaderData: { view } }: Route.ComponentProps) {
  useRefresh(refreshSeconds);
  const { verdict } = view;
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshSeconds * 2)} />
      </noscript>
      <PageHead title={texts.title} sub={view.when}>
        <ActLink to="/admin/status" icon="refresh" label={texts.refresh} />
      </PageHead>
      <StatusTabs stops={view.stops} />
      <div className="status-stack">
        <section className={`status-verdict status-verdict--${verdict.tone}`} role="status">
          <span aria-hidden="true">
            <OfficeIcon name={signs[verdict.tone]} />
          </span>
          <div>
            <h2>{verdict.title}</h2>
            <p>{verdict.text}</p>
          </div>
          {verdict.act ? <ActLink to={verdict.act.to} label={verdict.act.label} /> : null}
        </section>
        <section className="status-now" aria-labelledby="status-now">
          <h2 id="status-now">
            {texts.now} <small>{texts.hour}</small>
          </h2>
          <div className="status-now__tiles">
            {view.tiles.map((tile) => (
              <NowTile key={tile.key} tile={tile} />
            ))}
          </div>
          {view.rooms.map((room) => (
            <p key={room.id} className="status-room figures">
              <b>
                <OfficeIcon name="clock" /> {texts.room}: {room.name}
              </b>
              {room.facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          ))}
        </section>
        <StatusCards view={view} />
        <section className="status-card" aria-labelledby="status-jobs">
          <header>
            <h2 id="status-jobs">{texts.jobs}</h2>
            <span className="muted">{texts.jobsNote}</span>
          </header>
          <OfficeTable label={texts.jobs} columns={columns} rows={view.jobs} rowKey={(job) => job.name} />
        </section>
      </div>
    </>
  );
}

function NowTile({ tile }: { tile: Tile }) {
  return (
    <div className={tile.tone === "hot" ? "status-tile status-tile--hot" : "status-tile"}>
      <p className="status-tile__label">
        {tile.label}
        {tile.tone === "hot" ? <em>▲ {texts.slow}</em> : null}
      </p>
      <p className="status-tile__value figures">
        {tile.value} <small>{tile.unit}</small>
      </p>
      <SparkLine points={tile.line} limit={tile.limit} />
      <p className="status-tile__note">{tile.note}</p>
    </div>
  );
}

const columns: Column<StatusView["jobs"][number]>[] = columnsOf(texts.jobColumns, {
  name: { card: "title" },
  state: {
    card: "corner",
    cell: ({ how }) => (
      <Status
        sign={how === "done" ? "fine" : "look"}
        tone={how === "done" ? "ok" : "bad"}
        label={how === "done" ? texts.fine : texts.jobFailed}
      />
    ),
  },
  last: { card: "start" },
  took: { align: "right", card: "hidden" },
  again: { align: "right", card: "end", cell: (job) => job.every },
});

type SparkLineProps = { points: readonly number[]; limit: number | null };

const [width, height] = [200, 48];

/** The last hour as a small line, without a chart library. Screen readers read the figure beside it. */
function SparkLine({ points, limit }: SparkLineProps) {
  const scaleTop = Math.max(1, limit ?? 0, ...points);
  const x = (i: number) => (points.length < 2 ? width : (i / (points.length - 1)) * width);
  const y = (value: number) => height - 2 - (value / scaleTop) * (height - 4);
  const line = points.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {limit === null ? null : (
        <line className="spark__limit" x1="0" x2={width} y1={y(limit)} y2={y(limit)} />
      )}
      {points.length > 1 ? (
        <>
          <polygon className="spark__area" points={`0,${height} ${line} ${width},${height}`} />
          <polyline className="spark__line" points={line} />
        </>
      ) : null}
    </svg>
  );
}

function StatusCards({ view: { letters, backup, machine } }: { view: StatusView }) {
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
