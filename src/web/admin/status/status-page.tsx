import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import { SparkLine } from "./spark-line.tsx";
import { StatusCards } from "./status-cards.tsx";
import { StatusTabs } from "./status-tabs.tsx";
import { statusTexts as texts } from "./status-texts.ts";
import type { JobView, StatusView, Tile } from "./status-view.ts";

const signs = { ok: "check", info: "activity", warn: "alert", bad: "alert" } as const;

/** The state of the site: one sentence, what happens now, the services behind it. */
export function StatusPage({ view }: { view: StatusView }) {
  const { verdict } = view;
  return (
    <>
      <PageHead title={texts.title} sub={view.when}>
        <Link className={buttonClass()} to="/admin/status">
          <OfficeIcon name="refresh" /> {texts.refresh}
        </Link>
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
          {verdict.act ? (
            <Link className={buttonClass()} to={verdict.act.to}>
              {verdict.act.label}
            </Link>
          ) : null}
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
          <OfficeTable
            label={texts.jobs}
            columns={columns}
            groups={[{ rows: view.jobs }]}
            rowKey={(job) => job.name}
          />
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

const columns: Column<JobView>[] = [
  { key: "name", label: texts.jobColumns.name, card: "title", cell: (job) => job.name },
  {
    key: "state",
    label: texts.jobColumns.state,
    card: "corner",
    cell: ({ how }) => (
      <Status sign={how === "done" ? "fine" : "look"} tone={how === "done" ? "ok" : "bad"}>
        {how === "done" ? texts.fine : texts.jobFailed}
      </Status>
    ),
  },
  { key: "last", label: texts.jobColumns.last, card: "start", cell: (job) => job.last },
  { key: "took", label: texts.jobColumns.took, align: "right", card: "hidden", cell: (job) => job.took },
  { key: "again", label: texts.jobColumns.again, align: "right", card: "end", cell: (job) => job.every },
];
