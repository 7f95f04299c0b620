import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { boardTexts as texts } from "./board-texts.ts";
import type { DoorLine, NightListsView } from "./board-views.ts";

type NightListsProps = {
  lists: NightListsView;
  /** How something that nobody cleared up yet can be. */
  clearUp: (line: DoorLine) => ReactNode;
};

/** What a chief looks into: too many people on a ticket or name, what chiefs let in, what the server found, and codes that are none of ours. */
export function NightLists({ lists: { doubles, overrides, found, unknown }, clearUp }: NightListsProps) {
  return (
    <div className="board__pair">
      <Lines
        title={texts.doubles(doubles.length)}
        hint={doubles.length === 0 ? texts.noDoubles : texts.doublesHint}
        {...{ lines: doubles, clearUp }}
      />
      {overrides.length > 0 ? (
        <Lines title={texts.overrides(overrides.length)} {...{ lines: overrides, clearUp }} />
      ) : null}
      <Lines
        title={texts.found(found.length)}
        hint={found.length === 0 ? texts.noneFound : texts.foundHint}
        {...{ lines: found, clearUp }}
      />
      {unknown.inAll > 0 ? (
        <Lines
          title={texts.unknown(unknown.inAll)}
          hint={texts.unknownHint}
          {...{ lines: unknown.lines, clearUp }}
        />
      ) : null}
    </div>
  );
}

type LinesProps = { title: string; hint?: string; lines: readonly DoorLine[] } & Pick<
  NightListsProps,
  "clearUp"
>;

function Lines({ title, hint, lines, clearUp }: LinesProps) {
  return (
    <section className="gates__card">
      <h2>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      <ul className="board__doubles">
        {lines.map((line) => (
          <li key={line.id}>
            <p>
              <b>{line.lead}</b> {line.what} {line.excess ? <em>{line.excess}</em> : null}
            </p>
            {line.rows ? (
              <ol>
                {line.rows.map((row) => (
                  <li key={row.id}>
                    <b>{row.time}</b> {row.where} <small>{row.how}</small>
                  </li>
                ))}
              </ol>
            ) : (
              <small>{line.note}</small>
            )}
            {line.mark ? (
              <p className="board__mark">
                <Icon name="check" /> {line.mark}
              </p>
            ) : null}
            {line.mark === null ? clearUp(line) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
