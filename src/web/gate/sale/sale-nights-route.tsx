import { Link } from "react-router";
import { formatDayAndMonth, formatWeekday } from "#kernel/time.ts";
import { listDoorNights } from "#ticketing/gate/gate-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Icon } from "#web/ui/icon.tsx";
import { doorSaleTexts as texts } from "../chief-texts.ts";
import { titled } from "../gate-parts.tsx";
import { requireDoorPerson } from "../gates/chief.server.ts";
import type { Route } from "./+types/sale-nights-route.ts";

export const meta = () => titled(texts.title);

const daysAhead = 14;

/** Lists the nights whose sale at the door the box office prepares or counts. */
export async function loader(args: Route.LoaderArgs) {
  const seller = requireDoorPerson(args, "read-door-sales");
  const { database } = args.context.get(siteContext);
  const nights = await database.readAs(seller, (sql) => listDoorNights(sql, [-2, daysAhead]));
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
