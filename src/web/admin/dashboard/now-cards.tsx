import { Link } from "react-router";
import { OfficeIcon, type OfficeIconName } from "../ui/office-icon.tsx";
import type { DashboardView } from "./dashboard-page.tsx";
import { dashboardTexts as texts } from "./dashboard-texts.ts";
import { EntryChart } from "./entry-chart.tsx";

/** The sold tickets of a night, as the reports count them. */
export const soldOf = (eventId: string) =>
  `/admin/purchases?only=counted&event=${encodeURIComponent(eventId)}`;

/** Tonight's gate: the only dark card on the screen, because it happens now. */
export function TonightCard({ view: { tonight, next } }: { view: DashboardView }) {
  return (
    <section className="dash-tonight" aria-labelledby="dash-tonight">
      <h2 id="dash-tonight">{texts.tonight}</h2>
      {tonight.length === 0 ? (
        <p>
          {texts.noTonight} {next ? `${next.title}, ${next.when}` : texts.noNext}
        </p>
      ) : null}
      {tonight.map((night) => (
        <div key={night.id} className="dash-tonight__night">
          <h3>
            <Link to={soldOf(night.id)}>{night.title}</Link> <small>{night.when}</small>
          </h3>
          <p>
            <b className="figures">{night.entered}</b> {texts.enteredOf(night.sold)}
          </p>
          <span
            className="dash-tonight__meter"
            style={{ "--share": `${night.sold === 0 ? 0 : Math.round((night.entered / night.sold) * 100)}%` }}
            aria-hidden="true"
          />
          <p className="dash-tonight__note figures">{texts.expected(night.expected)}</p>
          <EntryChart quarters={night.quarters} />
        </div>
      ))}
    </section>
  );
}

export function TodayCard({ view: { today, todo } }: { view: DashboardView }) {
  return (
    <section className="dash-today" aria-labelledby="dash-today">
      <h2 id="dash-today">{texts.today}</h2>
      <dl className="dash-today__figures">
        <div>
          <dt>{texts.sales}</dt>
          <dd className="figures">
            <Link to={today.to} aria-label={texts.figure(texts.sales, today.sales)}>
              {today.sales}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.ticketsToday}</dt>
          <dd className="figures">
            <Link to={today.to} aria-label={texts.figure(texts.ticketsToday, String(today.tickets))}>
              {today.tickets}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.held}</dt>
          <dd className="figures">{today.held}</dd>
        </div>
      </dl>
      <p className="muted">{today.weekAgo}</p>
      <ul>
        <Todo
          to="/admin/email/outbox?status=failed"
          icon="mail"
          label={texts.todo.letters}
          count={todo.letters}
        />
        <Todo
          to="/admin/purchases?payment=review"
          icon="clock"
          label={texts.todo.review}
          count={todo.review}
        />
        {todo.disputed > 0 ? (
          <Todo
            to="/admin/purchases?payment=disputed"
            icon="alert"
            label={texts.todo.disputed}
            count={todo.disputed}
          />
        ) : null}
        <Todo to="/admin/tickets?filter=few" icon="alert" label={texts.todo.few} count={todo.few} />
        <Todo
          to="/admin/reconciliation"
          icon="check"
          label={texts.todo.difference}
          count={todo.difference ?? 0}
          shown={todo.difference === null ? texts.notCompared : texts.bani(todo.difference)}
        />
      </ul>
    </section>
  );
}

type TodoProps = { to: string; icon: OfficeIconName; label: string; count: number; shown?: string };

function Todo({ to, icon, label, count, shown = String(count) }: TodoProps) {
  return (
    <li>
      <Link to={to} className={count > 0 ? "dash-todo dash-todo--look" : "dash-todo"}>
        <OfficeIcon name={icon} />
        <span>{label}</span>
        <b className="figures">{shown}</b>
        <OfficeIcon name="chevronRight" />
      </Link>
    </li>
  );
}
