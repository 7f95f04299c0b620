import { counted } from "#kernel/romanian.ts";
import { display, sans, table } from "./letter-shell.ts";

/** How buying works, in three steps. */
export function steps(holdMinutes: number): string {
  const minutes = counted(holdMinutes, { one: "minut", few: "minute", other: "minute" });
  const all: [string, string][] = [
    ["Alegi noaptea", "Prețul de lângă bilet e cel pe care îl plătești."],
    ["Plătești cu cardul", `Locurile îți sunt ținute ${minutes}, cât plătești.`],
    ["Arăți codul", "Un cod poate purta mai multe intrări, folosite pe rând."],
  ];
  return `<${table} width="100%" style="width:100%;margin:4px 0 20px">${all.map(step).join("")}</table>`;
}

function step([name, explanation]: [string, string], at: number): string {
  const line = at === 0 ? "" : "border-top:1px solid #E2D9C7;";
  return (
    `<tr><td width="44" valign="top" style="padding:12px 0;${line}${display};font-size:26px;line-height:28px;color:#00735A">${at + 1}</td>` +
    `<td style="padding:12px 0;${line}${sans};font-size:16px;line-height:24px;color:#1B2338"><b style="color:#0B1020">${name}</b><br>${explanation}</td></tr>`
  );
}
