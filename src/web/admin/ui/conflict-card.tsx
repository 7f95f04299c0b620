import { Form } from "react-router";
import { ActLink, Submit } from "./act-buttons.tsx";
import { officeTexts } from "./office-texts.ts";

export type ConflictField = {
  name: string;
  label: string;
  mine: { value: string; shown: string };
  saved: { value: string; shown: string };
  /** The version that is chosen at first. */
  choice: "mine" | "saved";
};

export type ConflictView = {
  title: string;
  /** The saved version, which the choices will replace. */
  version: number;
  differing: ConflictField[];
  /** Fields with the same value in both versions; the form sends them too. */
  equal: { name: string; value: string }[];
};

/** Two people edited one row: both versions, with a choice for each difference, above the form as it was typed. */
export function ConflictCard({ view, reloadTo }: { view: ConflictView; reloadTo: string }) {
  const texts = officeTexts.conflict;
  return (
    <Form method="post" className="two-versions office-card" aria-labelledby="conflict-title">
      <div className="two-versions__head" role="alert">
        <h2 id="conflict-title">{view.title}</h2>
        <p>{texts.text}</p>
      </div>
      <input type="hidden" name="version" value={view.version} />
      {view.equal.map((field) => (
        <input key={field.name + field.value} type="hidden" name={field.name} value={field.value} />
      ))}
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">
              {texts.mine} <small>{texts.mineNote}</small>
            </th>
            <th scope="col">{texts.saved}</th>
          </tr>
        </thead>
        <tbody>
          {view.differing.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              {(["mine", "saved"] as const).map((side) => (
                <td key={side} data-side={texts[side]}>
                  <label>
                    <input
                      type="radio"
                      name={field.name}
                      value={field[side].value}
                      defaultChecked={field.choice === side}
                      aria-label={`${field.label}, ${texts[side]}: ${field[side].shown || texts.empty}`}
                    />
                    <span>{field[side].shown || texts.empty}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <ActLink to={reloadTo} reloadDocument label={texts.drop} />
        <Submit look="sun" label={texts.save} />
      </footer>
    </Form>
  );
}
