import { data, Link, redirect } from "react-router";
import { formatDayAndMonth, formatWeekday } from "#kernel/time.ts";
import { listDoorNights } from "#ticketing/gate/gate-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath } from "#web/request/responses.server.ts";
import { Icon } from "#web/ui/icon.tsx";
import { GateClosed } from "../gate-closed.tsx";
import type { Route } from "./+types/sale-nights-route.ts";
import { doorSaleTexts as texts } from "./door-sale-texts.ts";
import "../gate.css";

export const meta: Route.MetaFunction = () => [
  { title: texts.title },
  { name: "robots", content: "noindex" },
];

const daysAhead = 14;

/** Loads the nights whose sale at the door the box office prepares or counts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  if (!mayDo(visitor, "read-door-sales")) throw data(null, { status: 403 });
  const { database } = context.get(siteContext);
  const nights = await database.readAs(visitor, (sql) => listDoorNights(sql, [-2, daysAhead]));
  return nights.map(({ id, title, date, isCancelled }) => ({
    id,
    title,
    when: [
      `${formatWeekday(date)}, ${formatDayAndMonth(date)}`,
      ...(isCancelled ? [texts.cancelledNight] : []),
    ].join(", "),
  }));
}

export default function SaleNights({ loaderData: nights }: Route.ComponentProps) {
  return (
    <div className="gate gate--ready">
      <header className="gate__head gates__head">
        <h1 className="gate__where">
          <b>{texts.title}</b>
          <span>{texts.nights}</span>
        </h1>
      </header>
      <main className="gates">
        {nights.length === 0 ? <p>{texts.noNights}</p> : null}
        <ul className="gates__cards">
          {nights.map(({ id, title, when }) => (
            <li key={id}>
              <Link className="gate__big gate__big--second" to={`/gate/nights/${id}/sale`}>
                <Icon name="ticket" /> {title}, {when}
              </Link>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <GateClosed error={error} />;
}
